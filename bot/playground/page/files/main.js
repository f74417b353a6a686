/** The window: puts the parts together and carries what happens between them. */

import { Chat } from "/page/chat.js";
import { Composer } from "/page/composer.js";
import { h } from "/page/dom.js";
import { Drawer } from "/page/drawer.js";
import { showModal } from "/page/modal.js";
import { Sidebar } from "/page/sidebar.js";
import { Connection } from "/page/socket.js";
import { State } from "/page/state.js";
import { filled, language } from "/page/texts.js";
import { Toasts } from "/page/toasts.js";

const query = new URLSearchParams(location.search);
const saved = { locale: localStorage.getItem("locale"), theme: localStorage.getItem("theme") };

class App {
    state = new State();
    locale = language([query.get("lang"), saved.locale], navigator.languages);
    /** What was typed and not sent, by channel. */
    drafts = new Map();
    theme = query.get("theme") ?? saved.theme ?? (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark");
    #as = query.get("as") ?? "";
    #root = document.getElementById("app");
    #parts = null;

    constructor() {
        document.documentElement.dataset.theme = this.theme;
        this.connection = new Connection(() => this.#address(), (event) => this.#hear(event), () => this.#connected());
        window.addEventListener("focus", () => this.#parts?.chat.markRead());
        this.#root.addEventListener("keydown", (event) => this.#escape(event));
        // At phone width the places lie over the chat: a tap beside them closes them.
        this.#root.addEventListener("click", ({ target }) => {
            if (target.closest(".chat") && !target.closest(".places-button")) this.#root.classList.remove("places-open");
        });
    }

    get me() {
        return this.state.me;
    }

    get bot() {
        return this.state.bot;
    }

    get users() {
        return this.state.users;
    }

    get roles() {
        return this.state.roles;
    }

    get channels() {
        return this.state.channels;
    }

    say(key, values) {
        return filled(this.state.texts[this.locale]?.[key] ?? key, values);
    }

    ask(deed, fields) {
        return this.connection.ask(deed, fields);
    }

    refusal(error) {
        return this.say(`page.refused.${error.code ?? "malformed"}`);
    }

    async openChannel(id, message = null) {
        const channel = this.channels.get(id);
        if (!channel) {
            this.#parts.toasts.say(this.say("page.refused.not_there"));
            return;
        }
        this.#root.classList.remove("places-open");
        this.state.go(id);
        await this.#parts.chat.show(message);
        this.#parts.composer.focus();
    }

    compose(path) {
        this.#parts.composer.compose(path);
    }

    reply(message) {
        this.#parts.composer.reply(message);
    }

    modal(opened, modal, channel) {
        showModal(opened, modal, channel, this);
    }

    /** Says something to this window alone, for a moment. */
    tell(text) {
        this.#parts.toasts.say(text);
    }

    /** Opens or closes the places (at phone width) or the drawer. */
    toggle(part) {
        this.#root.classList.toggle(`${part}-open`);
    }

    /** Escape closes what lies over the chat, unless it was meant for something smaller. */
    #escape(event) {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        const open = ["places-open", "drawer-open"].find((each) => this.#root.classList.contains(each));
        if (!open) return;
        this.#root.classList.remove(open);
        this.#root.querySelector(open === "places-open" ? ".places-button" : ".drawer-button")?.focus();
    }

    setLocale(locale) {
        this.locale = locale;
        localStorage.setItem("locale", locale);
        this.#note("lang", locale);
        // Without a connection it is told when there is one again.
        this.ask("locale", { locale }).catch(() => {});
        this.#build();
    }

    setTheme(theme) {
        this.theme = theme;
        localStorage.setItem("theme", theme);
        this.#note("theme", theme);
        document.documentElement.dataset.theme = theme;
    }

    /** Keep something of this window over a reload. */
    #note(name, value) {
        query.set(name, value);
        history.replaceState(null, "", `?${query}`);
    }

    #address() {
        const asked = new URLSearchParams({ as: this.#as, locale: this.locale });
        return `ws://${location.host}/page-socket?${asked}`;
    }

    #connected() {
        this.#root.classList.toggle("offline", !this.connection.connected);
    }

    #hear(event) {
        const { state } = this;
        switch (event.event) {
            case "hello":
                state.hello(event);
                this.#as = event.me.name;
                this.#note("as", event.me.name);
                break;
            case "places":
                state.places(event);
                if (!this.#parts) this.#build();
                if (!state.channel) state.go(state.channels.has(state.first) ? state.first : [...state.channels.keys()].at(-1));
                if (!state.messages(state.here)) this.#parts.chat.show();
                document.title = this.#title();
                break;
            case "faults":
                state.setFaults(event);
                break;
            case "message":
                state.put(event.channel, event.message);
                break;
            case "gone":
                state.drop(event.channel, event.message);
                break;
            case "notice":
                this.#notice(event.message);
                break;
            case "commands":
                this.#parts?.composer.commandsChanged();
                break;
        }
    }

    #notice(message) {
        const seen = message.channel_id === this.state.here && document.hasFocus();
        if (!seen) this.#parts?.toasts.notify(message);
    }

    #title() {
        const count = [...this.channels.values()].reduce((sum, channel) => sum + channel.mentions, 0);
        return `${count ? `(${count}) ` : ""}${this.me.name} · ${this.say("page.title")}`;
    }

    /** Builds everything anew, in the window's language. */
    #build() {
        document.documentElement.lang = this.locale;
        this.#parts?.chat.close();
        this.#parts?.composer.setChannel(null);
        const foot = h("div", { class: "composer-place" });
        const composer = new Composer(foot, this);
        const chat = new Chat(this, foot, composer);
        const sidebar = new Sidebar(this);
        const drawer = new Drawer(this);
        const toasts = new Toasts(this);
        const offline = h("div", { class: "offline-bar", role: "status" }, this.say("page.offline"));
        this.#root.replaceChildren(sidebar.element, chat.element, drawer.element, toasts.element, offline);
        this.#parts?.sidebar.close();
        this.#parts?.drawer.close();
        this.#parts = { chat, composer, sidebar, drawer, toasts };
        if (this.state.channel) chat.show();
        this.#connected();
    }
}

window.app = new App();
