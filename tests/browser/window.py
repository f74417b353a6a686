"""A window of the page in a real browser, and what a person does there: by clicks and keys alone."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final
from urllib.parse import urlencode, urlsplit

from playwright.async_api import Browser, Locator, Page, expect

SHOTS: Final = Path(__file__).parents[2] / ".screenshots"
PHONE, DESKTOP = (360, 740), (1280, 800)
WORDS: Final = {
    "en": {"fill": "Fill with AI", "ready": "Ready", "join": "Join", "table": "Go to the table", "more": "More"},
    "zh-CN": {"fill": "电脑坐满", "ready": "准备", "join": "入座", "table": "去牌桌", "more": "更多"},
}
"""What the buttons say."""
NEXT: Final = """
({pressed, ready, began}) => {
    const panels = [...document.querySelectorAll("article.ephemeral")].filter((each) => each.querySelector("img"));
    const buttons = panels.slice(-1).flatMap((panel) => [...panel.querySelectorAll("[data-custom-id]")]);
    const next = buttons.find((each) => each.matches(".button-primary, .button-success, .button-danger")
        && !each.disabled && each.getAttribute("aria-busy") === null && !pressed.includes(each.dataset.customId));
    if (next) return {press: next.dataset.customId};
    const lobby = [...document.querySelectorAll("article:not(.ephemeral) [data-custom-id]")];
    return began && lobby.some((each) => each.textContent === ready) ? {over: true} : null;
}
"""
"""The first blue, green or red button of the newest private message with a picture that has not been pressed, or that
the round is over: the board can be made ready at again."""
COUNT: Final = "addEventListener('click', (event) => { window.clicks = (window.clicks ?? 0) + event.isTrusted; }, true)"


class Window:
    """Someone's window. Nothing in it may fail, or ask for anything beyond the page's own address."""

    def __init__(self, page: Page, locale: str) -> None:
        self.page = page
        self.words = WORDS[locale]
        self.faults: list[str] = []
        self.elsewhere: list[str] = []
        self.dialogs: list[str] = []
        self.playing = False
        """Whether a round has begun."""

    def listen(self, address: str) -> None:
        page = self.page
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda said: self.faults.append(said.text) if said.type == "error" else None)
        page.on(
            "request", lambda asked: self.elsewhere.append(asked.url) if urlsplit(asked.url).netloc != address else None
        )
        page.on("dialog", lambda dialog: self.dialogs.append(dialog.message))

    async def shot(self, name: str) -> None:
        """Keep a picture of the window."""
        SHOTS.mkdir(exist_ok=True)
        await self.page.screenshot(path=SHOTS / f"{name}.png")

    @property
    async def clicks(self) -> int:
        """How often something was clicked."""
        return int(await self.page.evaluate("window.clicks ?? 0"))

    def messages(self, text: str = "") -> Locator:
        return self.page.locator("article.message", has_text=text)

    def button(self, label: str) -> Locator:
        """The newest button with a label."""
        return self.page.get_by_role("button", name=label, exact=True).last

    async def press(self, word: str) -> None:
        """Press the newest button with one of our words."""
        await self.button(self.words[word]).click()

    async def send(self, line: str) -> None:
        """Type a line and send it."""
        await self.page.locator(".composer-text").fill(line)
        await self.page.locator(".composer-send").click()

    async def go_to_table(self) -> None:
        """Go to the table where one has just sat down: the card may not know yet where that is."""
        await self.page.locator("article.ephemeral .button-link", has_text=self.words["table"]).last.click()
        await expect(self.button(self.words["ready"])).to_be_visible()

    async def open_table(self) -> None:
        """Open a table as the page's first sentence says, and go there."""
        await self.page.locator(".hint .mention").click()
        await self.page.locator(".composer-send").click()
        await self.go_to_table()

    async def play(self, until: int | None = None) -> list[str]:
        """Press what the private panel offers first, until the round is over, or so many times; what was pressed."""
        pressed: list[str] = []
        labels: list[str] = []
        while until is None or len(labels) < until:
            state = {"pressed": pressed, "ready": self.words["ready"], "began": self.playing}
            found = await self.page.wait_for_function(NEXT, arg=state, timeout=60_000)
            step = await found.json_value()
            if "over" in step:
                self.playing = False
                break
            self.playing = True
            pressed.append(step["press"])
            button = self.page.locator(f'article.ephemeral [data-custom-id="{step["press"]}"]').last
            labels.append(await button.inner_text())
            await button.click()
        return labels

    async def overflow(self) -> int:
        """How many pixels the window's content is too wide."""
        return int(await self.page.evaluate("document.documentElement.scrollWidth - innerWidth"))


@asynccontextmanager
async def window(
    browser: Browser,
    address: str,
    name: str = "",
    *,
    size: tuple[int, int] = DESKTOP,
    locale: str = "en",
    theme: str = "dark",
) -> AsyncIterator[Window]:
    """A window of someone."""
    phone = size[0] < 500
    context = await browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        has_touch=phone,
        is_mobile=phone,
        device_scale_factor=2 if phone else 1,
    )
    page = await context.new_page()
    await page.add_init_script(COUNT)
    made = Window(page, locale)
    made.listen(address)
    query = {"as": name, "lang": locale, "theme": theme}
    await page.goto(f"http://{address}/?{urlencode({key: value for key, value in query.items() if value})}")
    await expect(page.locator(".composer-text")).to_be_visible()
    try:
        yield made
    except BaseException:
        await made.shot(f"failed-{name or 'somebody'}")
        raise
    finally:
        await context.close()
    assert (made.faults, made.elsewhere, made.dialogs) == ([], [], [])
