"""What an embed may hold."""

from __future__ import annotations

from bot.playground.errors import Form, Json

EMBEDS = 10
IN_ALL = 6000
TEXTS = {"title": 256, "description": 4096}
FIELDS = 25


def check_embeds(form: Form, embeds: object) -> None:
    """Note what is wrong with the embeds of a message. Blanks around a text do not count: they are trimmed."""
    checked = form.objects(embeds, 0, EMBEDS)
    for number, embed in enumerate(checked):
        _check(form[number], embed)
    if form.fine and sum(map(_size, checked)) > IN_ALL:
        form.wrong("MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {IN_ALL}")


def _check(form: Form, embed: Json) -> None:
    for name, most in TEXTS.items():
        if embed.get(name) is not None:
            _text(form[name], embed[name], 0, most)
    if embed.get("color") is not None:
        form["color"].number(embed["color"], 0, 0xFFFFFF)
    for number, field in enumerate(form["fields"].objects(embed.get("fields") or [], 0, FIELDS)):
        _text(form["fields"][number]["name"], field.get("name"), 1, 256)
        _text(form["fields"][number]["value"], field.get("value"), 1, 1024)
    if footer := form["footer"].mapping(embed.get("footer")):
        _text(form["footer"]["text"], footer.get("text"), 1, 2048)
    if author := form["author"].mapping(embed.get("author")):
        _text(form["author"]["name"], author.get("name"), 1, 256)
    for part in ("image", "thumbnail"):
        if media := form[part].mapping(embed.get(part)):
            check_url(form[part]["url"], media.get("url"), {"http", "https", "attachment"})
    if embed.get("url"):
        check_url(form["url"], embed["url"], {"http", "https"})


def _text(form: Form, text: object, least: int, most: int) -> None:
    form.length(text.strip() if isinstance(text, str) else text, least, most)


def check_url(form: Form, url: object, schemes: set[str], most: int = 2048) -> None:
    """Note an address that is none, is too long, or has another scheme."""
    if not form.length(url, 1, most):
        return
    scheme, mark, rest = str(url).partition("://")
    if not mark or not rest:
        form.wrong("URL_TYPE_INVALID_URL", "Not a well formed URL.")
    elif scheme.lower() not in schemes:
        form.wrong("URL_TYPE_INVALID_SCHEME", f'Scheme "{scheme}" is not supported. Scheme must be one of {schemes}.')


def _size(embed: Json) -> int:
    texts = [embed.get("title"), embed.get("description")]
    texts += [(embed.get("footer") or {}).get("text"), (embed.get("author") or {}).get("name")]
    for field in embed.get("fields") or ():
        texts += [field.get("name"), field.get("value")]
    return sum(len(text.strip()) for text in texts if isinstance(text, str))
