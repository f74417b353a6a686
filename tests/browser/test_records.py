"""Looking back at a round, in a browser."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.async_api import Browser, expect

from bot.playground import Playground
from tests.browser.window import PHONE, window
from tests.cogs.test_replay import record_of


async def test_a_record_is_brought_watched_and_shared(browser: Browser, playground: Playground, tmp_path: Path) -> None:
    file = tmp_path / "round.json"
    file.write_text(json.dumps(record_of(seats=["Ann", "Ben", "Cleo", "李", "Eve"])))
    async with window(browser, playground.address, size=PHONE) as ann:
        await ann.page.locator(".composer-text").fill("/bh replay record: ")
        async with ann.page.expect_file_chooser() as chooser:
            await ann.page.locator(".composer-file").click()
        await (await chooser.value).set_files(file)
        await expect(ann.page.locator(".composer-grow input").first).to_have_value("round.json")
        await ann.page.locator(".composer-send").click()
        await expect(ann.messages("Step 0 of")).to_be_visible()
        await ann.button("▶").click()
        await expect(ann.messages("Step 1 of")).to_be_visible()
        assert await ann.overflow() <= 0
        await ann.shot("replay")
        await ann.button("Share into the channel").click()
        await expect(ann.messages("shows a moment")).to_be_visible()
        await ann.shot("replay-shared")
        await ann.send("/bh fairness")
        await expect(ann.messages("Is the shuffle fair?")).to_be_visible()
        await ann.shot("fairness")
