"""Whole rounds, in a browser."""

from __future__ import annotations

import asyncio

from playwright.async_api import Browser, expect

from bot.playground import Playground
from tests.browser.window import PHONE, Window, window


async def test_one_person_plays_a_round_on_a_phone_by_clicks_alone(browser: Browser, playground: Playground) -> None:
    async with window(browser, playground.address, size=PHONE) as ann:
        await ann.open_table()
        await ann.press("fill")
        await ann.press("ready")
        pressed = await ann.play(until=1)
        while not pressed[-1].startswith("Play "):
            pressed += await ann.play(until=1)
        assert await ann.clicks < 10
        await ann.shot("phone-playing")
        assert await ann.overflow() <= 0
        await ann.play()
        await expect(ann.messages("Round 1: ").last).to_be_visible()
        await ann.shot("phone-over")


async def playing(person: Window) -> None:
    """Play a round, and keep a picture of its middle."""
    await person.play(until=2)
    await person.shot("five-playing")
    await person.play()


async def test_five_windows_play_a_round(browser: Browser, playground: Playground) -> None:
    names = ("Ann", "Ben", "Cleo", "Dan", "Eve")
    async with (
        window(browser, playground.address, names[0]) as ann,
        window(browser, playground.address, names[1]) as ben,
        window(browser, playground.address, names[2]) as cleo,
        window(browser, playground.address, names[3]) as dan,
        window(browser, playground.address, names[4]) as eve,
    ):
        await ann.open_table()
        for guest in (ben, cleo, dan, eve):
            await guest.press("join")
            await guest.go_to_table()
        everyone = (ann, ben, cleo, dan, eve)
        for person in everyone:
            await person.press("ready")
        # Only the picture's taker may stop: someone else's turn may come only after hers.
        await asyncio.gather(playing(ann), *(person.play() for person in (ben, cleo, dan, eve)))
        await ann.shot("five-over")
        for person in everyone:
            await expect(person.button("Ready")).to_be_visible()
