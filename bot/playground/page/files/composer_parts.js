/** What the composer is built of: the lines above the box, and the box. */

import { grow, onTyping } from "/page/composer_field.js";
import { fill, h } from "/page/dom.js";

const KINDS = { 0: "channel", 1: "dm" };

/** Builds them into an element. `heard`: typed(), key(event), slash(), send(), unreply(), left() as the focus does. */
export function composerParts(element, app, heard) {
    const say = (key, values) => app.say(`page_composer.${key}`, values);
    const text = h("textarea", {
        class: "composer-text",
        rows: "1",
        "aria-autocomplete": "list",
        "aria-haspopup": "listbox",
        onkeydown: (event) => heard.key(event),
        onfocus: () => heard.typed(),
    });
    onTyping(text, () => heard.typed());
    const textPlace = h("div", { class: "composer-grow composer-grow-lines" }, text);
    const formPlace = h("div", { class: "composer-form" });
    const slash = h("button", { type: "button", class: "composer-slash", "aria-label": say("commands") });
    slash.append(h("span", { "aria-hidden": "true" }, "/"));
    const send = h("button", { type: "button", class: "composer-send", "aria-label": say("send"), title: say("send") });
    send.append(arrow());
    const counter = h("span", { class: "composer-counter", "aria-live": "polite", hidden: true });
    const box = h("div", { class: "composer-box" }, slash, textPlace, formPlace, counter, send);
    const popup = h("div");
    const lines = h("div", { class: "composer-lines" });
    const replying = h("div", { class: "composer-reply", hidden: true });
    const closed = h("div", { class: "composer-closed", hidden: true }, say("closed"));
    fill(element, popup, lines, replying, box, closed);
    element.classList.add("composer");

    slash.addEventListener("click", () => {
        slash.focus();
        heard.slash();
    });
    send.addEventListener("click", () => heard.send());
    // A finger on the button must not close the keyboard.
    send.addEventListener("mousedown", (event) => event.preventDefault());
    element.addEventListener("focusout", (event) => {
        if (!element.contains(event.relatedTarget)) heard.left();
    });

    const closing = (label, close) =>
        h("button", { type: "button", class: "composer-x", "aria-label": label, onclick: close }, "×");

    return {
        text,
        popup,

        /** Show the box for a channel, or that one may not write there; nothing for null. */
        address(channel) {
            box.hidden = !channel?.writable;
            closed.hidden = channel?.writable !== false;
            if (channel === null) return;
            const label = say(`message_${KINDS[channel.type] ?? "thread"}`, { name: channel.name });
            text.placeholder = label;
            text.setAttribute("aria-label", label);
        },

        /** Whether the keyboard is the composer's, or nobody's. */
        focused() {
            return element.contains(document.activeElement) || document.activeElement === document.body;
        },

        /** Show a command's fields, or for null the text. */
        showForm(form) {
            fill(formPlace, form);
            formPlace.hidden = form === null;
            textPlace.hidden = form !== null;
            slash.hidden = form !== null;
        },

        /** Fit the box to its text; `left` characters may follow (null: too many to tell). */
        measure(sendable, left) {
            grow(text);
            send.disabled = !sendable;
            counter.hidden = left === null;
            fill(counter, `${left}`);
            counter.classList.toggle("is-over", left < 0);
        },

        /** Show to whom one replies, or for null nothing. */
        showReply(name) {
            replying.hidden = name === null;
            if (name === null) return;
            const [before, after] = say("replying", { name: "\0" }).split("\0");
            fill(
                replying,
                h("span", { class: "composer-line-text" }, before, h("bdi", {}, name), after),
                closing(say("stop_replying"), () => heard.unreply()),
            );
        },

        /** Say something to this person alone, until it is closed or something is sent. */
        notice(sentence) {
            const line = h(
                "div",
                { class: "composer-notice", role: "alert" },
                h("span", { class: "composer-line-text" }, sentence),
                closing(say("close"), () => line.remove()),
            );
            this.quiet();
            lines.append(line);
        },

        /** Take back what was said. */
        quiet() {
            for (const line of lines.querySelectorAll(".composer-notice")) line.remove();
        },

        /** Show that a command is on its way; gives what ends that. */
        sending(path) {
            const line = h("div", { class: "composer-pending", role: "status" }, say("sending"), h("bdi", {}, path));
            lines.append(line);
            return () => line.remove();
        },
    };
}

function arrow() {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    svg.setAttribute("viewBox", "0 0 24 24");
    svg.setAttribute("aria-hidden", "true");
    path.setAttribute("d", "M4 20.5 21 12 4 3.5l2.4 7L14 12l-7.6 1.5z");
    svg.append(path);
    return svg;
}
