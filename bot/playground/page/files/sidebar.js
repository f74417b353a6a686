/** The left side: servers, their channels with marks, and who this window is. */

import { fill, h } from "/page/dom.js";
import { steadily } from "/page/steady.js";

const DIRECT = "@me";

/** Servers and channels. */
export class Sidebar {
    #until = new AbortController();
    #redraw;
    #shown = null;

    constructor(app) {
        this.app = app;
        this.rail = h("nav", { class: "rail", "aria-label": app.say("page.servers") });
        this.channels = h("nav", { class: "channels", "aria-label": app.say("page.channels") });
        this.self = h("div", { class: "self" });
        this.element = h("div", { class: "places" }, this.rail, h("div", { class: "places-main" }, this.channels, this.self));
        const { signal } = this.#until;
        this.#redraw = steadily(this.element, () => this.#draw(), signal);
        for (const name of ["places", "here"]) app.state.addEventListener(name, this.#redraw, { signal });
        this.#drawSelf();
        this.#redraw();
    }

    /** Listen no longer. */
    close() {
        this.#until.abort();
    }

    #draw() {
        const { app } = this;
        const here = app.state.channel;
        if (here && here.id !== this.#shown?.channel) {
            this.#shown = { channel: here.id, server: here.guild ?? DIRECT };
        }
        const server = app.state.guilds.find((guild) => guild.id === this.#shown?.server);
        this.#drawRail();
        const inside = [...app.channels.values()].filter((each) => (server ? each.guild === server.id : each.guild === null));
        const threads = (parent) => inside.filter((each) => each.parent === parent && (!each.archived || each.id === here?.id));
        const items = inside
            .filter((each) => each.parent === null)
            .map((each) => [this.#entry(each), threads(each.id).map((thread) => this.#entry(thread))]);
        const title = server ? server.name : app.say("page.direct");
        const note = server && (server.bot ? !server.available && "page.outage" : "page.no_bot");
        fill(this.channels, h("h2", {}, h("bdi", {}, title)), note && h("p", { class: "server-note" }, app.say(note)), items);
    }

    #drawRail() {
        const { app } = this;
        const marks = (id) => {
            const inside = [...app.channels.values()].filter((each) => (each.guild ?? DIRECT) === id);
            return [inside.some((each) => each.unread), inside.reduce((sum, each) => sum + each.mentions, 0)];
        };
        const icon = (id, name, sign) => {
            const [unread, mentions] = marks(id);
            const current = this.#shown?.server === id;
            return h(
                "button",
                {
                    class: `server${unread ? " unread" : ""}${current ? " current" : ""}`,
                    title: name,
                    "aria-label": name,
                    "aria-current": current && "true",
                    dataset: { keep: id },
                    onclick: () => this.#goTo(id),
                },
                h("span", { class: "server-sign" }, sign),
                mentions > 0 && h("span", { class: "badge" }, String(mentions)),
            );
        };
        fill(
            this.rail,
            icon(DIRECT, app.say("page.direct"), "@"),
            h("span", { class: "rail-line" }),
            app.state.guilds.map((guild) => icon(guild.id, guild.name, initials(guild.name))),
        );
    }

    #goTo(id) {
        const { app } = this;
        const inside = [...app.channels.values()].filter((each) => (each.guild ?? DIRECT) === id);
        const last = inside.find((each) => each.mentions) ?? inside[0];
        this.#shown = { channel: this.#shown?.channel, server: id };
        // At phone width the list is what was asked for; beside it a channel of that server opens.
        if (last && matchMedia("(min-width: 721px)").matches) app.openChannel(last.id);
        else this.#redraw();
    }

    #entry(channel) {
        const { app } = this;
        const current = channel.id === app.state.here;
        const classes = ["channel", `type-${channel.type}`, channel.unread && "unread", current && "current"];
        return h(
            "button",
            {
                class: classes.filter(Boolean).join(" "),
                "aria-current": current && "page",
                dataset: { channel: channel.id, keep: channel.id },
                onclick: () => app.openChannel(channel.id),
            },
            h("span", { class: `kind kind-${channel.type}` }),
            h("bdi", { class: "channel-name" }, channel.name),
            channel.mentions > 0 && h("span", { class: "badge", "aria-label": app.say("page.mentions", { count: channel.mentions }) }, String(channel.mentions)),
        );
    }

    #drawSelf() {
        const { app } = this;
        const other = app.locale === "en" ? "zh-CN" : "en";
        const others = app.state.names.filter((name) => name !== app.me.name);
        const windows = others.map((name) =>
            h("a", { href: `?as=${encodeURIComponent(name)}&lang=${app.locale}`, target: "_blank", rel: "noopener" }, name),
        );
        fill(
            this.self,
            h(
                "div",
                { class: "self-line" },
                h("bdi", { class: "self-name", title: app.me.name }, app.me.name),
                h("button", { class: "icon-button", title: app.say("page.language"), "aria-label": app.say("page.language"), onclick: () => app.setLocale(other) }, app.locale === "en" ? "中" : "En"),
                h(
                    "button",
                    { class: "icon-button", title: app.say("page.theme"), "aria-label": app.say("page.theme"), onclick: () => app.setTheme(app.theme === "dark" ? "light" : "dark") },
                    "◐",
                ),
            ),
            h("div", { class: "others" }, app.say("page.others"), " ", windows.flatMap((link) => [link, " "])),
        );
    }
}

/** What stands for a server: the first letters of its words, or of a single one. */
function initials(name) {
    const words = name.split(/\s+/);
    return (words.length > 1 ? words.map((word) => [...word][0]) : [...name]).slice(0, 2).join("");
}
