"""What the box at the foot offers, to whom, and where."""

from __future__ import annotations

from playwright.async_api import Browser, expect

from bot.playground import Playground
from tests.browser.window import Window, window


async def offers(person: Window, line: str, *, command: str, number: int) -> None:
    """Wait until a typed line is offered commands of a name so often."""
    await person.page.locator(".composer-text").fill(line)
    await expect(person.page.locator(".composer-popup")).to_be_visible()
    await expect(person.page.get_by_role("option").filter(has_text=command)).to_have_count(number)


async def test_the_commands_follow_ones_rights_in_each_server(browser: Browser, playground: Playground) -> None:
    async with window(browser, playground.address, "Ann") as ann:
        first, other = (ann.page.locator(".rail").get_by_role("button", name=each) for each in ("Card", "Another"))
        await offers(ann, "/bh-mod void", command="/bh-mod void", number=0)
        await ann.page.locator(".drawer-button").click()
        moderator = ann.page.get_by_role("switch", name="Be a moderator here")
        await moderator.click()
        await expect(moderator).to_have_attribute("aria-checked", "true")
        await offers(ann, "/bh-mod voi", command="/bh-mod void", number=1)
        await other.click()
        await expect(ann.page.locator("h1", has_text="general")).to_be_visible()
        await offers(ann, "/bh-mod voi", command="/bh-mod void", number=0)
        await first.click()
        await expect(ann.page.locator("h1", has_text="bao-huang")).to_be_visible()
        await offers(ann, "/bh-mod voi", command="/bh-mod void", number=1)
        await moderator.click()
        await expect(moderator).to_have_attribute("aria-checked", "false")
        await offers(ann, "/bh-mod void", command="/bh-mod void", number=0)


async def test_people_are_narrowed_down_and_the_one_named_is_taken(browser: Browser, playground: Playground) -> None:
    async with window(browser, playground.address, "Ann") as ann:
        guild = next(iter(playground.world.guilds.values()))
        for name in ("Benno", "Ben", "Ruben"):
            playground.add_person(name, guild=guild)
        await ann.send("/bh rank player: ")
        field, offered = ann.page.get_by_role("combobox", name="player"), ann.page.get_by_role("option")
        await expect(offered.first).to_be_visible()
        assert (await offered.all_inner_texts())[-1] == "@Bao Huang"
        await field.press_sequentially("Ben")
        await expect(offered).to_have_text(["@Ben", "@Benno", "@Ruben"])
        await ann.shot("people")
        await field.press("Tab")
        await expect(field).to_have_value("@Ben")
        # What was picked can be picked anew, and stays what the keyboard takes.
        await field.focus()
        await expect(offered.first).to_have_text("@Ben")
        assert await offered.count() > 3
        await field.fill("BENNO")
        await expect(offered).to_have_text(["@Benno"])
        await field.press("Enter")
        await expect(ann.messages("Benno").last).to_be_visible()


async def test_a_direct_message_is_to_the_other_one(browser: Browser, playground: Playground) -> None:
    async with window(browser, playground.address, "Ann") as ann:
        await ann.page.get_by_role("button", name="Direct messages").click()
        await expect(ann.page.locator("h1", has_text="Bao Huang")).to_be_visible()
        await expect(ann.page.get_by_placeholder("Message @Bao Huang")).to_be_visible()
        await ann.shot("direct")
