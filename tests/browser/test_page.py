"""What the page shows, to whom, and in which language."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, expect

from bot.playground import Playground
from tests.browser.window import DESKTOP, PHONE, window


async def test_an_answer_to_one_reader_is_in_one_window(browser: Browser, playground: Playground) -> None:
    async with window(browser, playground.address, "Ann") as ann, window(browser, playground.address, "Ben") as ben:
        await ann.send("/bh rules")
        rules = ann.messages("Only you can see this")
        await expect(rules).to_have_count(1)
        await ann.send("that was for me alone")
        await expect(ben.messages("that was for me alone")).to_be_visible()
        await expect(ben.messages()).to_have_count(1)
        await ann.shot("ephemeral")
        await rules.get_by_role("button", name="Dismiss message").click()
        await expect(rules).to_have_count(0)
        await expect(ann.messages()).to_have_count(1)


@pytest.mark.parametrize(("size", "theme"), [(DESKTOP, "light"), (PHONE, "dark")])
async def test_chinese(browser: Browser, playground: Playground, size: tuple[int, int], theme: str) -> None:
    async with window(browser, playground.address, "小安", size=size, locale="zh-CN", theme=theme) as ann:
        await ann.page.locator(".composer-text").fill("/")
        offered = ann.page.get_by_role("option")
        await expect(offered.first).to_be_visible()
        assert await offered.filter(has_text="在本频道开一桌").count() == 1
        await ann.shot(f"chinese-commands-{size[0]}")
        await ann.page.locator(".composer-text").fill("")
        await ann.open_table()
        await ann.press("fill")
        await expect(ann.messages("电脑5").last).to_be_visible()
        await ann.press("ready")
        assert await ann.play(until=2)
        await ann.shot(f"chinese-round-{size[0]}")
        assert await ann.overflow() <= 0


async def test_what_people_write_is_never_markup(browser: Browser, playground: Playground) -> None:
    name, text = '<img src=x onerror="alert(1)">', "<script>alert(1)</script> **bold** [x](javascript:alert(1))"
    async with window(browser, playground.address, name) as mallory, window(browser, playground.address, "Ben") as ben:
        await mallory.send(text)
        shown = ben.messages("<script>alert(1)</script>")
        await expect(shown).to_be_visible()
        await expect(shown.locator("strong", has_text="bold")).to_be_visible()
        assert name[:32] in await shown.inner_text()
        assert await ben.page.locator("script:not([src]), img[src=x], a[href^=javascript]").count() == 0


async def test_a_turn_elsewhere_is_notified_and_marked(browser: Browser, playground: Playground) -> None:
    async with window(browser, playground.address, "Ann") as ann:
        await ann.page.get_by_role("button", name="lounge").click()
        await expect(ann.page.locator("h1", has_text="lounge")).to_be_visible()
        first = next(each for each in playground.world.channels.values() if each.name == "bao-huang")
        host = next(each for each in playground.people if each.user.name == "Host")
        me = next(each for each in playground.people if each.user.name == "Ann")
        host.say(first, f"{me.mention} it is your turn")
        toast = ann.page.locator(".toast", has_text="@Ann it is your turn")
        await expect(toast).to_be_visible()
        await expect(ann.page.locator(".channel", has_text="bao-huang").locator(".badge")).to_have_text("1")
        await expect(ann.page).to_have_title("(1) Ann · Playground")
        await toast.click()
        await expect(ann.messages("it is your turn")).to_be_visible()
        await expect(ann.page.locator(".channel .badge")).to_have_count(0)


async def test_the_drawer_stops_and_starts_the_bot(browser: Browser, playground: Playground) -> None:
    async with window(browser, playground.address, size=PHONE) as ann:
        await ann.open_table()
        await ann.page.locator(".drawer-button").click()
        await ann.page.get_by_role("switch", name="The bot is on").click()
        await expect(ann.page.get_by_role("switch", name="The bot is on")).to_have_attribute("aria-checked", "false")
        await ann.shot("drawer")
        await ann.page.get_by_role("button", name="Close").click()
        await ann.press("fill")
        await expect(ann.page.locator(".problem")).to_be_visible()
        await ann.page.locator(".drawer-button").click()
        await ann.page.get_by_role("switch", name="The bot is on").click()
        await expect(ann.page.get_by_text("The bot is connected.")).to_be_visible()
        await ann.page.get_by_role("button", name="Close").click()
        await ann.press("fill")
        await expect(ann.messages("AI 5").last).to_be_visible()


async def test_a_window_that_was_offline_catches_up(browser: Browser, playground: Playground) -> None:
    async with window(browser, playground.address, "Ann") as ann, window(browser, playground.address, "Ben") as ben:
        await ann.page.locator(".drawer-button").click()
        lose = ann.page.get_by_role("switch", name="Lose this window's connection")
        await lose.click()
        await expect(ann.page.locator(".offline-bar")).to_be_visible()
        await ben.send("did you see?")
        await expect(ben.messages("did you see?")).to_be_visible()
        await expect(ann.messages()).to_have_count(0)
        await lose.click()
        await expect(ann.messages("did you see?")).to_be_visible()


async def test_errors_stand_beside_the_option(browser: Browser, playground: Playground) -> None:
    async with window(browser, playground.address, size=PHONE) as ann:
        await ann.send("/bh play")
        field = ann.page.get_by_role("combobox", name="cards")
        await expect(field).to_be_visible()
        await ann.page.locator(".composer-send").click()
        await expect(
            ann.page.locator(".composer .is-wrong").or_(ann.page.locator(".composer [role=alert]")).first
        ).to_be_visible()
        await ann.shot("option-error")
        await field.fill("333")
        await ann.page.locator(".composer-send").click()
        await expect(ann.messages("Only you can see this")).to_be_visible()


async def test_places_that_change_take_neither_a_click_nor_the_keyboard(
    browser: Browser, playground: Playground
) -> None:
    async with window(browser, playground.address, "Ann") as ann, window(browser, playground.address, "Ben") as ben:
        lounge, first = (ann.page.locator(".channel", has_text=each) for each in ("lounge", "bao-huang"))
        await ben.page.locator(".channel", has_text="lounge").click()
        await first.focus()
        await ben.send("one")
        await expect(lounge).to_have_class("channel type-0 unread")
        await expect(first).to_be_focused()
        await lounge.hover()
        await ann.page.mouse.down()
        host = next(each for each in playground.people if each.user.name == "Host")
        me = next(each for each in playground.people if each.user.name == "Ann")
        place = next(each for each in playground.world.channels.values() if each.name == "lounge")
        host.say(place, f"{me.mention} two")
        await expect(ann.page.locator(".toast", has_text="two")).to_be_visible()
        await ann.page.mouse.up()
        await expect(ann.page.locator("h1", has_text="lounge")).to_be_visible()
        await ann.page.locator(".drawer-button").click()
        switch = ann.page.get_by_role("switch", name="Enforce the rate limits")
        before = await switch.get_attribute("aria-checked")
        await switch.press(" ")
        await expect(switch).not_to_have_attribute("aria-checked", before or "")
        await expect(switch).to_be_focused()


async def test_a_window_keeps_its_language_and_what_was_typed(browser: Browser, playground: Playground) -> None:
    async with window(browser, playground.address, "Ann") as ann:
        text = ann.page.locator(".composer-text")
        await text.fill("half a")
        await ann.page.evaluate("app.connection.offline = true")
        await ann.page.get_by_role("button", name="中文").click()
        await expect(text).to_have_value("half a")
        await ann.page.evaluate("app.connection.offline = false")
        await expect(ann.page.locator(".offline-bar")).to_be_hidden()
        await ann.page.reload()
        await expect(ann.page.locator("html")).to_have_attribute("lang", "zh-CN")


async def test_what_is_asked_while_the_connection_is_lost_fails_at_once(
    browser: Browser, playground: Playground
) -> None:
    async with window(browser, playground.address, "Ann") as ann:
        code = await ann.page.evaluate("""async () => {
            const asked = app.ask("history", { channel: app.state.here });
            app.connection.offline = true;
            app.connection.offline = false;
            return await asked.catch((refusal) => refusal.code);
        }""")
        assert code == "offline"
        await ann.send("back again")
        await expect(ann.messages("back again")).to_be_visible()


async def test_escape_and_a_tap_beside_close_what_lies_over_the_chat(browser: Browser, playground: Playground) -> None:
    async with window(browser, playground.address, size=PHONE) as ann:
        places, drawer = (ann.page.locator(each) for each in (".places", ".drawer"))
        await ann.page.locator(".places-button").click()
        await expect(places).to_be_visible()
        await ann.page.keyboard.press("Escape")
        await expect(places).to_be_hidden()
        await ann.page.locator(".places-button").click()
        await expect(places).to_be_visible()
        await ann.page.mouse.click(350, 400)
        await expect(places).to_be_hidden()
        await ann.page.locator(".drawer-button").click()
        await expect(drawer).to_be_visible()
        await ann.page.keyboard.press("Escape")
        await expect(drawer).to_be_hidden()
        await expect(ann.page.locator(".drawer-button")).to_be_focused()


async def test_what_was_wrong_is_forgotten_and_the_keyboard_is_not_lost(
    browser: Browser, playground: Playground
) -> None:
    async with window(browser, playground.address, "Ann") as ann:
        await ann.send("/nosuch")
        notice = ann.page.locator(".composer-notice")
        await expect(notice).to_be_visible()
        await ann.page.locator(".composer-text").fill("/bh rules")
        await expect(notice).to_have_count(0)
        await ann.page.locator(".composer-send").click()
        await ann.page.get_by_role("button", name="Dismiss message").press("Enter")
        await expect(ann.messages()).to_have_count(0)
        await expect(ann.page.locator(".composer-text")).to_be_focused()
