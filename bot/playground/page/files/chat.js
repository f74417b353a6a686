/** The middle of the window: one channel's messages, or a forum's posts. */

import { fill, h } from "/page/dom.js";
import { returnFocus } from "/page/focus.js";
import { formatted } from "/page/markdown.js";
import { renderMessage } from "/page/message.js";
import { later } from "/page/state.js";
import { pressing } from "/page/steady.js";

const GROUPED_FOR = 7 * 60 * 1000;
const NEAR = 120;
const PLAIN_TYPES = [0, 20];

/** The chat column around a composer's place. */
export class Chat {
    #fetching = null;
    #more = false;
    #newFrom = null;
    #until = new AbortController();
    #pressed;
    #held = [];

    constructor(app, foot, composer) {
        this.app = app;
        this.composer = composer;
        this.header = h("header", { class: "chat-head" });
        this.list = h("ol", { class: "messages", role: "log", "aria-live": "off" });
        this.scroller = h("div", { class: "scroller", tabindex: "0", onscroll: () => this.#scrolled() }, this.list);
        this.latest = h("button", { class: "to-latest", hidden: true, onclick: () => this.#toBottom() });
        this.element = h("main", { class: "chat" }, this.header, this.scroller, this.latest, foot);
        this.sticky = true;
        const { signal } = this.#until;
        app.state.addEventListener("messages", ({ detail }) => this.#changed(detail), { signal });
        app.state.addEventListener("places", () => this.#placesChanged(), { signal });
        this.#pressed = pressing(this.list, () => this.#release(), signal);
        new ResizeObserver(() => this.sticky && this.#toBottom()).observe(this.scroller);
        new ResizeObserver(() => this.sticky && this.#toBottom()).observe(this.list);
    }

    /** Listen no longer. */
    close() {
        this.#until.abort();
    }

    /** Show the channel the window is at, and a message of it. */
    async show(message = null) {
        const { app } = this;
        const { channel } = app.state;
        if (!channel) return;
        this.composer.setChannel(channel);
        this.#newFrom = channel.unread ? channel.read : null;
        this.#head();
        if (channel.type === 15) {
            this.#posts();
            return;
        }
        fill(this.list);
        if (!(await this.#fetch(channel.id))) return;
        this.#all();
        const found = message && document.getElementById(`m-${message}`);
        if (found) this.#flash(found);
        else this.#toBottom();
        this.markRead();
    }

    /** Tell that what is seen has been read. */
    markRead() {
        const { channel } = this.app.state;
        const seen = document.hasFocus() && this.sticky && channel && channel.type !== 15;
        if (seen && channel.last && (channel.unread || channel.mentions)) {
            this.app.ask("mark", { channel: channel.id, message: channel.last }).catch(() => {});
        }
    }

    async #fetch(channel, before = null) {
        const wanted = { channel, before };
        this.#fetching = wanted;
        try {
            const { messages, more } = await this.app.ask("history", wanted);
            this.app.state.keep(channel, messages);
            this.#more = more;
        } catch (error) {
            if (error.code !== "offline") this.app.tell(this.app.refusal(error));
            return false;
        } finally {
            if (this.#fetching === wanted) this.#fetching = null;
        }
        return this.app.state.here === channel;
    }

    #head() {
        const { app } = this;
        const { channel } = app.state;
        const parent = app.channels.get(channel.parent);
        const up = parent && h("button", { class: "crumb", onclick: () => app.openChannel(parent.id) }, h("bdi", {}, parent.name));
        const button = (part, text, sign) =>
            h("button", { class: `icon-button ${part}-button`, "aria-label": app.say(text), title: app.say(text), onclick: () => app.toggle(part) }, sign);
        fill(
            this.header,
            button("places", "page.places", "☰"),
            h("h1", {}, up, up && h("span", { class: "crumb-mark" }, "›"), h("span", { class: `kind kind-${channel.type}` }), h("bdi", {}, channel.name)),
            channel.topic && h("span", { class: "topic" }, channel.topic),
            h("span", { class: "space" }),
            button("drawer", "page.faults", "⚡"),
        );
        this.element.setAttribute("aria-label", channel.name);
    }

    #posts() {
        const { app } = this;
        const posts = [...app.channels.values()].filter((each) => each.parent === app.state.here);
        const cards = posts.map((post) =>
            h(
                "li",
                {},
                h(
                    "button",
                    { class: `post${post.unread ? " unread" : ""}`, onclick: () => app.openChannel(post.id) },
                    h("bdi", {}, post.name),
                    post.mentions > 0 && h("span", { class: "badge" }, String(post.mentions)),
                ),
            ),
        );
        fill(this.list, h("li", { class: "beginning" }, h("h2", {}, app.say("page.posts"))), cards);
    }

    #all() {
        const messages = this.app.state.messages(this.app.state.here) ?? [];
        fill(this.list, this.#beginning(), messages.map((message, index) => this.#items(message, messages[index - 1])));
    }

    #beginning() {
        const { app } = this;
        const { channel } = app.state;
        if (this.#more) return h("li", { class: "older" }, h("button", { onclick: () => this.#older() }, app.say("page.older")));
        const title = app.say(channel.type === 1 ? "page.beginning_dm" : "page.beginning", { name: channel.name });
        const hint = channel.id === app.state.first && h("p", { class: "hint" }, formatted(app.say("page.welcome"), app));
        return h("li", { class: "beginning" }, h("h2", {}, title), hint);
    }

    /** A message with the lines that stand above it. */
    #items(message, before) {
        const { app } = this;
        const day = (each) => new Date(each.timestamp).toDateString();
        const items = [];
        if (before && day(before) !== day(message)) {
            const date = new Date(message.timestamp).toLocaleDateString(app.locale, { dateStyle: "long" });
            items.push(h("li", { class: "line", role: "separator" }, h("span", {}, date)));
        }
        const isNew = this.#newFrom !== null && later(message.id, this.#newFrom) > 0 && message.author.id !== app.me.id;
        if (isNew && (!before || later(before.id, this.#newFrom) <= 0)) {
            items.push(h("li", { class: "line new", role: "separator" }, h("span", {}, app.say("page.new"))));
        }
        const grouped = items.length === 0 && this.#grouped(message, before);
        items.push(h("li", { dataset: { message: message.id } }, renderMessage(message, app, { grouped })));
        return items;
    }

    #grouped(message, before) {
        if (!before || before.author.id !== message.author.id || before.ephemeral !== message.ephemeral) return false;
        if (message.used || ![before, message].every((each) => PLAIN_TYPES.includes(each.type))) return false;
        return new Date(message.timestamp) - new Date(before.timestamp) < GROUPED_FOR;
    }

    #release() {
        for (const change of this.#held.splice(0)) this.#draw(change);
    }

    #changed(change) {
        // Nothing changes under a finger: a button that was replaced would not be pressed.
        if (this.#pressed()) this.#held.push(change);
        else this.#draw(change);
    }

    #draw({ channel, message, id, known }) {
        if (channel !== this.app.state.here || this.#fetching?.channel === channel) return;
        const messages = this.app.state.messages(channel);
        const item = this.list.querySelector(`li[data-message="${message?.id ?? id}"]`);
        const index = messages.findIndex((each) => each.id === message?.id);
        const before = messages[index - 1];
        if (item && message) {
            const grouped = item.firstElementChild.classList.contains("grouped") && this.#grouped(message, before);
            item.replaceChildren(renderMessage(message, this.app, { grouped }));
        } else if (message && index === messages.length - 1) {
            // What is there already stays as it is: somebody may be about to press it.
            this.list.append(...this.#items(message, before));
        } else {
            const { scrollTop } = this.scroller;
            const [held, back] = [this.list.contains(document.activeElement), returnFocus()];
            this.#all();
            this.scroller.scrollTop = scrollTop;
            back();
            // What had the keyboard is gone, as a message that was dismissed.
            if (held && document.activeElement === document.body) this.composer.focus();
        }
        const mine = !known && message && (message.author.id === this.app.me.id || message.used?.user === this.app.me.id);
        if (this.sticky || mine) this.#toBottom();
        else if (message && !known) this.#offerLatest();
    }

    #placesChanged() {
        const { app } = this;
        const { channel } = app.state;
        if (!channel) {
            const first = app.channels.get(app.state.first) ?? [...app.channels.values()].at(-1);
            if (first) app.openChannel(first.id);
            return;
        }
        if (channel.type === 15) this.#posts();
        this.composer.setChannel(channel);
        this.markRead();
    }

    async #older() {
        const messages = this.app.state.messages(this.app.state.here);
        const height = this.scroller.scrollHeight;
        if (await this.#fetch(this.app.state.here, messages[0]?.id)) {
            this.#all();
            this.scroller.scrollTop += this.scroller.scrollHeight - height;
        }
    }

    #flash(element) {
        element.scrollIntoView({ block: "center" });
        this.#scrolled();
        element.classList.add("flash");
        setTimeout(() => element.classList.remove("flash"), 2000);
    }

    #scrolled() {
        const { scrollTop, clientHeight, scrollHeight } = this.scroller;
        this.sticky = scrollHeight - scrollTop - clientHeight < NEAR;
        if (this.sticky) {
            this.latest.hidden = true;
            this.markRead();
        }
    }

    #offerLatest() {
        this.latest.textContent = this.app.say("page.latest");
        this.latest.hidden = false;
    }

    #toBottom() {
        this.sticky = true;
        this.latest.hidden = true;
        this.scroller.scrollTop = this.scroller.scrollHeight;
    }
}
