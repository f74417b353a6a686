/** What one can do with a message: beside it for mouse and keyboard, as a list after a right click or a long press. */

import { openDialog } from "/page/dialog.js";
import { h } from "/page/dom.js";
import { icon } from "/page/message_icons.js";
import { attempt } from "/page/waiting.js";

const LONG_PRESS = 500;
const SHAKE = 10;
const ICONS = { reply: "reply", copy: "copy", delete: "trash" };
const OWN = "a, button, input, textarea, img";

/** The bar that appears at a message under the mouse or with the focus. */
export function toolbar(message, app) {
    const deeds = actions(message, app);
    const buttons = deeds.map(({ name, act }, index) => {
        const label = app.say(`page_message.${name}`);
        const names = { class: `tool tool-${name}`, title: label, "aria-label": label };
        return h("button", { type: "button", ...names, tabindex: index ? -1 : 0, onclick: act }, icon(ICONS[name]));
    });
    const move = (event) => {
        const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        if (!step) return;
        event.preventDefault();
        buttons.at((buttons.indexOf(document.activeElement) + step) % buttons.length).focus();
    };
    const properties = { class: "toolbar", role: "toolbar", "aria-label": app.say("page_message.actions") };
    return buttons.length ? h("div", { ...properties, onkeydown: move }, buttons) : null;
}

/** Opens the list of the same deeds on a right click or long press on the element of a message. */
export function listenForMenu(element, message, app) {
    let press = null;
    let opened = false;
    const open = (point) => {
        opened = true;
        openActions(message, app, point);
    };
    const stop = () => clearTimeout(press?.timer);
    element.addEventListener("contextmenu", (event) => {
        if (event.target.closest(OWN) || String(getSelection())) return;
        stop();
        event.preventDefault();
        open({ x: event.clientX, y: event.clientY });
    });
    // Some browsers on touch screens tell of no right click after a long press.
    element.addEventListener("pointerdown", (event) => {
        opened = false;
        if (event.pointerType !== "touch" || event.target.closest(OWN)) return;
        const { clientX: x, clientY: y } = event;
        press = { x, y, timer: setTimeout(() => open({ x, y }), LONG_PRESS) };
    });
    element.addEventListener("pointermove", (event) => {
        if (press && Math.hypot(event.clientX - press.x, event.clientY - press.y) > SHAKE) stop();
    });
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) element.addEventListener(end, stop);
    // The finger that opened the list must not press what is now under it.
    element.addEventListener("touchend", (event) => opened && event.cancelable && event.preventDefault());
}

function actions(message, app) {
    const copy = () => navigator.clipboard?.writeText(message.content);
    const deeds = [
        !message.ephemeral && !message.loading && { name: "reply", act: () => app.reply(message) },
        message.content && { name: "copy", act: copy },
        !message.ephemeral && { name: "delete", act: () => confirmDeletion(message, app) },
    ];
    return deeds.filter(Boolean);
}

function openActions(message, app, point) {
    document.querySelector("dialog.actions")?.close();
    const buttons = actions(message, app).map(({ name, act }) => {
        const run = () => {
            dialog.close();
            act();
        };
        return h(
            "button",
            { type: "button", class: `action action-${name}`, onclick: run },
            h("span", {}, app.say(`page_message.${name}`)),
            icon(ICONS[name]),
        );
    });
    if (!buttons.length) return;
    const dialog = openDialog({ class: "actions", label: app.say("page_message.actions"), beside: point }, buttons);
}

function confirmDeletion(message, app) {
    const remove = () => {
        dialog.close();
        attempt(message, app, "remove");
    };
    const button = (style, key, properties) =>
        h("button", { type: "button", class: `button button-${style}`, ...properties }, app.say(`page_message.${key}`));
    const dialog = openDialog(
        { class: "modal", label: app.say("page_message.delete_title") },
        h("h2", { class: "modal-title" }, app.say("page_message.delete_title")),
        h("p", { class: "modal-text" }, app.say("page_message.delete_question")),
        h(
            "div",
            { class: "modal-foot" },
            button("secondary", "cancel", { onclick: () => dialog.close() }),
            button("danger", "delete", { onclick: remove, autofocus: true }),
        ),
    );
}
