"""What messages hold: menus, pictures and files."""

from __future__ import annotations

import io

import pytest
from PIL import Image
from playwright.async_api import Browser, expect

from bot.playground import Channel, Playground
from bot.playground.errors import Form, Json
from bot.playground.messages import Draft, File, Messages
from tests.browser.window import DESKTOP, window


def place(playground: Playground, name: str) -> Channel:
    return next(each for each in playground.world.channels.values() if each.name == name)


def post(playground: Playground, body: Json, *files: File) -> None:
    """Let the bot say something in the first channel."""
    Messages(playground.world).create(place(playground, "bao-huang"), Draft(body, dict(enumerate(files))), Form())


def menu(kind: int, **change: object) -> Json:
    return {"type": 1, "components": [{"type": kind, "custom_id": f"menu-{kind}", **change}]}


async def test_menus_offer_what_is_of_the_server_and_show_what_is_chosen(
    browser: Browser, playground: Playground
) -> None:
    async with window(browser, playground.address, "Ann") as ann:
        lounge, elsewhere = place(playground, "lounge"), place(playground, "general")
        assert lounge.guild is not None
        assert elsewhere.guild is not None
        judge = playground.add_role(lounge.guild, "judge")
        playground.add_role(elsewhere.guild, "stranger")
        hidden = playground.add_channel(lounge.guild, "hidden")
        playground.world.delete_channel(hidden)
        me = next(each for each in playground.people if each.user.name == "Ann")
        start = [{"id": judge.id, "type": "role"}, {"id": me.user.id, "type": "user"}]
        channels = [{"id": lounge.id, "type": "channel"}, {"id": str(hidden.id), "type": "channel"}]
        rows = [
            menu(8, channel_types=[0], max_values=5, default_values=channels),
            menu(5, default_values=start[1:]),
            menu(6, default_values=start[:1]),
            menu(7, max_values=2, default_values=start),
        ]
        post(playground, {"content": "choose", "components": rows})
        shown = ann.page.locator(".menu-shown")
        await expect(shown).to_have_text(["#lounge#unknown", "@Ann", "@judge", "@Ann@judge"])
        await ann.shot("menus")
        playground.add_channel(lounge.guild, "new")
        offered = ann.page.locator(".menu-list .menu-label")
        await ann.page.locator(".menu").first.click()
        await expect(offered).to_have_text(["bao-huang", "lounge", "new", "unknown"])
        await expect(ann.page.get_by_role("option", selected=True)).to_have_count(2)
        await ann.shot("menu-channels")
        await ann.page.keyboard.press("Escape")
        await ann.page.locator(".menu").nth(2).click()
        await expect(offered).to_have_text(["everyone", "Bao Huang", "judge"])


@pytest.mark.parametrize("size", [DESKTOP, (350, 740)])
async def test_a_picture_leaves_the_avatar_free_and_a_file_is_downloaded(
    browser: Browser, playground: Playground, size: tuple[int, int]
) -> None:
    drawn = io.BytesIO()
    Image.new("RGB", (1200, 800), "teal").save(drawn, "PNG")
    async with window(browser, playground.address, size=size) as ann:
        post(playground, {}, File("felt.png", drawn.getvalue()), File("round-1.json", b'{"round": 1}'))
        avatar, picture = ann.page.locator("article .avatar"), ann.page.locator("article .picture")
        face, drawing = await avatar.bounding_box(), await picture.bounding_box()
        assert face is not None
        assert drawing is not None
        below, beside = drawing["y"] >= face["y"] + face["height"], drawing["x"] >= face["x"] + face["width"]
        assert below or beside
        assert drawing["width"] >= min(size[0] - 30, 550)
        await ann.shot(f"picture-{size[0]}")
        async with ann.page.expect_download() as downloading:
            await ann.page.get_by_role("link", name="round-1.json").click()
        downloaded = await downloading.value
        assert downloaded.suggested_filename == "round-1.json"
        assert (await downloaded.path()).read_bytes() == b'{"round": 1}'
        assert len(ann.page.context.pages) == 1
