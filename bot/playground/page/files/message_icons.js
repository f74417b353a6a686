/** The small drawings of messages, each 24 by 24, and what stands for one. */

import { h } from "/page/dom.js";

const SPACE = "http://www.w3.org/2000/svg";
const PATHS = {
    chevron: "M6 9l6 6 6-6",
    check: "M5 12.5l4.5 4.5L19 7.5",
    close: "M6 6l12 12M18 6L6 18",
    copy: "M9 9h10v11H9zM5 15V4h10",
    trash: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5",
    reply: "M10 5L4 11l6 6M4 11h9c4 0 7 2 7 8",
    file: "M6 3h8l5 5v13H6zM14 3v5h5",
    outside: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
    eye: "M2 12c3-5 6-7 10-7s7 2 10 7c-3 5-6 7-10 7s-7-2-10-7zM12 9a3 3 0 100 6 3 3 0 000-6",
    thread: "M4 5h16M4 10h16M4 15h9M17 13v7M13.5 16.5h7",
    warning: "M12 3l10 18H2zM12 10v5M12 18v.5",
    more: "M5 12h.01M12 12h.01M19 12h.01",
};

/** One of the drawings; it is for the eye only. */
export function icon(name) {
    const drawing = document.createElementNS(SPACE, "svg");
    const path = document.createElementNS(SPACE, "path");
    drawing.setAttribute("class", `icon icon-${name}`);
    drawing.setAttribute("viewBox", "0 0 24 24");
    drawing.setAttribute("aria-hidden", "true");
    path.setAttribute("d", PATHS[name]);
    drawing.append(path);
    return drawing;
}

/** Three dots that jump while one waits. */
export function dots() {
    return h("span", { class: "dots", "aria-hidden": "true" }, h("span"), h("span"), h("span"));
}

/** What an emoji of a button or option is shown as. */
export function emojiText(emoji) {
    return emoji.id ? `:${emoji.name}:` : emoji.name;
}
