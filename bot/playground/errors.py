"""Refusals of the REST interface, in the form in which Discord gives them."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]
"""A JSON object as it travels."""

MESSAGES = {
    0: "401: Unauthorized",
    10003: "Unknown Channel",
    10004: "Unknown Guild",
    10007: "Unknown Member",
    10008: "Unknown Message",
    10013: "Unknown User",
    10015: "Unknown Webhook",
    10062: "Unknown interaction",
    20012: "You are not authorized to perform this action on this application",
    30046: "Maximum number of edits to messages older than 1 hour reached. Try again later",
    40003: "You are opening direct messages too fast",
    40005: "Request entity too large",
    40060: "Interaction has already been acknowledged.",
    50001: "Missing Access",
    50003: "Cannot execute action on a DM channel",
    50005: "Cannot edit a message authored by another user",
    50006: "Cannot send an empty message",
    50007: "Cannot send messages to this user",
    50013: "Missing Permissions",
    50021: "Cannot execute action on a system message",
    50024: "Cannot execute action on this channel type",
    50027: "Invalid Webhook Token",
    50033: "Invalid Recipient(s)",
    50035: "Invalid Form Body",
    50083: "Thread is archived",
    50109: "The request body contains invalid JSON.",
    50278: "Cannot send messages to this user due to having no mutual guilds",
    160004: "A thread has already been created for this message",
}
STATUS = {
    0: 401,
    20012: 403,
    30046: 429,
    40005: 413,
    50001: 403,
    50005: 403,
    50007: 403,
    50013: 403,
    50021: 403,
    50027: 401,
    50278: 403,
}
"""HTTP status by code, where it is neither 404 (codes 10000 to 19999) nor 400 (all others)."""


class ApiError(Exception):
    """A request that is refused: HTTP status, Discord's code, what is wrong where, seconds to wait."""

    def __init__(self, code: int, *, errors: Json | None = None, retry_after: float | None = None) -> None:
        self.code = code
        self.status = STATUS.get(code) or (404 if 10000 <= code < 20000 else 400)
        self.message = MESSAGES[code]
        self.errors = errors
        self.retry_after = retry_after
        super().__init__(f"{self.status} {self.code} {self.message}")

    def body(self) -> Json:
        """The JSON object that tells the client."""
        body: Json = {"message": self.message, "code": self.code}
        if self.errors:
            body["errors"] = self.errors
        if self.retry_after is not None:
            body |= {"retry_after": self.retry_after, "global": False}
        return body


class ServerFailure(Exception):
    """What Discord answers with a bare HTTP 5xx."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Form:
    """One place in a request's body, and the collector of everything wrong in that body.

    ``form["components"][0]`` is a place further in; all places of a body share their findings.
    """

    def __init__(self, *path: str | int, _errors: Json | None = None) -> None:
        self._path = path
        self._errors: Json = {} if _errors is None else _errors

    def __getitem__(self, key: str | int) -> Form:
        return Form(*self._path, key, _errors=self._errors)

    def wrong(self, code: str, message: str) -> None:
        """Note that the value at this place is wrong."""
        node = self._errors
        for key in self._path:
            node = node.setdefault(str(key), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def length(self, value: object, least: int, most: int) -> bool:
        """Note a value that is not text of so many characters; whether it is."""
        if not isinstance(value, str):
            self.wrong("BASE_TYPE_REQUIRED" if value is None else "STRING_TYPE_CONVERT", "This field is required")
            return False
        if not least <= len(value) <= most:
            if least == 0:
                self.wrong("BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
            else:
                self.wrong("BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
            return False
        return True

    def number(self, value: object, least: int, most: int) -> bool:
        """Note a value that is not an integer in a range; whether it is."""
        if not isinstance(value, int) or isinstance(value, bool):
            self.wrong("NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
            return False
        if value < least:
            self.wrong("NUMBER_TYPE_MIN", f"int value should be greater than or equal to {least}.")
            return False
        if value > most:
            self.wrong("NUMBER_TYPE_MAX", f"int value should be less than or equal to {most}.")
            return False
        return True

    def mapping(self, value: object) -> Json:
        """An object, empty for null; note a value that is none and give an empty one."""
        if isinstance(value, dict):
            return value
        if value is not None:
            self.wrong("DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
        return {}

    def objects(self, value: object, least: int, most: int) -> list[Json]:
        """The objects of a list; note a value that is not a list of so many objects and give none."""
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            self.wrong("BASE_TYPE_REQUIRED" if value is None else "LIST_TYPE_CONVERT", "Only a list of objects here")
            return []
        if not least <= len(value) <= most:
            self.wrong("BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
            return []
        return value

    @property
    def fine(self) -> bool:
        """Whether nothing was found wrong in this place or further in."""
        node = self._errors
        for key in self._path:
            node = node.get(str(key), {})
        return not node

    def check(self) -> None:
        """Raise ApiError 50035 if anything was found wrong at any place."""
        if self._errors:
            raise ApiError(50035, errors=self._errors)
