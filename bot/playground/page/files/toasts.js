/** Notifications: what a phone would show, and short words to this window alone. */

import { h } from "/page/dom.js";
import { preview } from "/page/message.js";

const SHOWN_FOR = 5000;
const MOST = 3;

/** The stack of notifications. */
export class Toasts {
    constructor(app) {
        this.app = app;
        this.element = h("div", { class: "toasts", role: "log", "aria-live": "polite", "aria-label": app.say("page.notices") });
    }

    /** Notify of a message, as a phone does; a tap opens it. */
    notify(message) {
        const { app } = this;
        const channel = app.channels.get(message.channel_id);
        const author = app.users.get(message.author.id)?.name ?? message.author.username;
        const where = channel?.type === 1 ? null : h("span", { class: "toast-where" }, "#", h("bdi", {}, channel?.name ?? ""));
        const open = () => {
            app.openChannel(message.channel_id, message.id);
            toast.remove();
        };
        const toast = h(
            "button",
            { class: "toast", onclick: open },
            h("span", { class: "toast-head" }, h("bdi", {}, author), where),
            h("span", { class: "toast-text" }, preview(message, app)),
        );
        this.#show(toast);
    }

    /** Say something to this window. */
    say(text) {
        this.#show(h("div", { class: "toast plain" }, text));
    }

    #show(toast) {
        this.element.prepend(toast);
        while (this.element.children.length > MOST) this.element.lastElementChild.remove();
        setTimeout(() => toast.remove(), SHOWN_FOR);
    }
}
