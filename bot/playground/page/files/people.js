/** How people are shown: a disc in a colour of their own, their name, and the mark of bots. */

import { h } from "/page/dom.js";

const COLOURS = 6;

/** The disc with the first letter of a name; small beside a reply. */
export function avatar(id, name, { small = false } = {}) {
    const colour = (BigInt(id) >> 22n) % BigInt(COLOURS);
    const [initial] = new Intl.Segmenter().segment(name.trim() || "?");
    const size = small ? "avatar-small" : "";
    const letter = initial.segment.toUpperCase();
    return h("span", { class: `avatar avatar-${colour} ${size}`, "aria-hidden": "true" }, letter);
}

/** The name of the author of a message. */
export function authorName(author, app) {
    return app.users.get(author.id)?.name ?? author.global_name ?? author.username;
}

/** The mark beside the name of a bot; null for people. */
export function tag(author, app) {
    return author.bot ? h("span", { class: "app-tag" }, app.say("page_message.app")) : null;
}
