/** The buttons and menus under a message, and what came of the last use of one of them. */

import { h } from "/page/dom.js";
import { link } from "/page/links.js";
import { menu } from "/page/menu.js";
import { dots, emojiText, icon } from "/page/message_icons.js";
import { attempt, chosen, redrawn, waiting } from "/page/waiting.js";

const ROW = 1;
const BUTTON = 2;
const LINK = 5;
const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };
const MENUS = new Set([3, 5, 6, 7, 8]);

/** The rows of a message, with the notice of a failure; without both an empty element. */
export function controls(message, app) {
    const { problem } = waiting(message.id);
    const rows = message.components
        .filter((row) => row.type === ROW)
        .map((row) => h("div", { class: "control-row" }, row.components.map((part) => control(part, message, app))));
    const notice = problem && h("p", { class: "problem", role: "alert" }, icon("warning"), h("span", {}, problem));
    return redrawn(h("div", { class: "controls" }, rows, notice), () => controls(message, app));
}

function control(part, message, app) {
    if (part.type === BUTTON) return part.style === LINK ? linkButton(part, app) : button(part, message, app);
    if (!MENUS.has(part.type)) return null;
    const { busy } = waiting(message.id);
    const mine = busy === part.custom_id;
    return menu(part, app.channels.get(message.channel_id), app, {
        chosen: chosen(message, part.custom_id),
        busy: mine,
        disabled: part.disabled || (busy && !mine),
        choose: (values) => attempt(message, app, "select", { custom_id: part.custom_id, values }),
    });
}

function button(part, message, app) {
    const { busy } = waiting(message.id);
    const mine = busy === part.custom_id;
    const properties = {
        type: "button",
        class: `button button-${STYLES[part.style] ?? "secondary"}`,
        disabled: part.disabled || (busy && !mine),
        // Not disabled while it waits: it would lose the focus.
        "aria-disabled": mine && "true",
        "aria-busy": mine && "true",
        dataset: { customId: part.custom_id },
        onclick: () => busy || attempt(message, app, "click", { custom_id: part.custom_id }),
    };
    return h("button", properties, face(part), mine && dots());
}

function linkButton(part, app) {
    if (part.disabled) return h("span", { class: "button button-link disabled" }, face(part), icon("outside"));
    return link(part.url, app, { class: "button button-link" }, face(part), icon("outside"));
}

function face({ emoji, label }) {
    return h(
        "span",
        { class: "button-face" },
        emoji && h("span", { class: "button-emoji" }, emojiText(emoji)),
        label && h("bdi", {}, label),
    );
}
