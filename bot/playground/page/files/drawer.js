/** The drawer of faults: what goes wrong now, and switches to let it. */

import { fill, h } from "/page/dom.js";
import { steadily } from "/page/steady.js";

const DELAYS = [0, 0.5, 2, 4];
const FAILURES = [429, 500, 502];
const TIMES = 5;

/** The drawer at the right. */
export class Drawer {
    #until = new AbortController();
    #redraw;

    constructor(app) {
        this.app = app;
        this.body = h("div", { class: "drawer-body" });
        const close = h("button", { class: "icon-button", "aria-label": app.say("page.close"), onclick: () => app.toggle("drawer") }, "✕");
        this.element = h("aside", { class: "drawer", "aria-label": app.say("page.faults") }, h("header", {}, h("h2", {}, app.say("page.faults")), close), this.body);
        const { signal } = this.#until;
        this.#redraw = steadily(this.body, () => this.#draw(), signal);
        for (const name of ["faults", "here", "places"]) app.state.addEventListener(name, this.#redraw, { signal });
        this.#redraw();
    }

    /** Listen no longer. */
    close() {
        this.#until.abort();
    }

    async #do(what, value = null) {
        const { app } = this;
        try {
            const channel = app.state.here ?? app.state.first;
            await app.ask("fault", { what, value, channel });
        } catch (error) {
            app.tell(app.refusal(error));
        }
    }

    #switch(what, on, change = () => this.#do(what, !on), kind = "fault") {
        const text = this.app.say(`page.${kind}.${what}`);
        return h("button", { class: "fault switch", role: "switch", "aria-checked": String(Boolean(on)), dataset: { fault: what, keep: what }, onclick: change }, h("span", {}, text), h("span", { class: "knob" }));
    }

    #button(what, value = null, key = what, values = {}) {
        const text = this.app.say(`page.fault.${key}`, values);
        const keep = JSON.stringify([what, value]);
        return h("button", { class: "fault", dataset: { fault: what, keep }, onclick: () => this.#do(what, value) }, text);
    }

    #group(key, ...items) {
        return h("section", {}, h("h3", {}, this.app.say(`page.fault_group.${key}`)), items);
    }

    #draw() {
        const { app } = this;
        const { faults, channel } = app.state;
        if (!faults) return;
        const server = app.state.guilds.find((guild) => guild.id === channel?.guild);
        const thread = channel && (channel.type === 11 || channel.type === 12);
        const denied = faults.denied[channel?.parent ?? channel?.id] ?? [];
        fill(
            this.body,
            this.#group(
                "me",
                this.#switch("dms", faults.dms),
                this.#switch("offline", app.connection.offline, () => this.#lose()),
                server && this.#switch("moderate", faults.moderates.includes(server.id)),
                server && this.#button("leave", null, "leave", { name: server.name }),
                faults.outside.map((guild) => this.#button("join", guild.id, "join", { name: guild.name })),
            ),
            server && this.#group(
                "channel",
                faults.permissions.map((name) => this.#switch(name, !denied.includes(name), () => this.#do("permission", name), "permission")),
                thread && this.#switch("archive", channel.archived),
                thread && this.#switch("lock", channel.locked),
                this.#button("delete_channel", null, "delete_channel", { name: channel.name }),
            ),
            server && this.#group(
                "server",
                this.#switch("outage", !server.available),
                this.#button("remove_bot", null, server.bot ? "remove_bot" : "readmit_bot"),
                this.#button("add_channel"),
            ),
            this.#group(
                "discord",
                this.#choice("slow", DELAYS, faults.slow, (seconds) => app.say("page.fault.seconds", { seconds })),
                FAILURES.map((status) => this.#button("fail", { status, times: TIMES, lost: false }, "fail", { status, count: TIMES })),
                this.#button("fail", { status: 502, times: TIMES, lost: true }, "lost", { count: TIMES }),
                faults.failing > 0 && h("p", { class: "fault-note" }, app.say("page.fault.failing", { count: faults.failing })),
                this.#switch("limits", faults.limits),
            ),
            this.#group(
                "gateway",
                h("p", { class: "fault-note" }, app.say(faults.connected ? "page.fault.connected" : "page.fault.disconnected")),
                this.#button("drop"),
                this.#button("reconnect"),
                this.#button("invalidate"),
                this.#switch("refuse_resume", faults.refuse_resume),
                this.#switch("pause", faults.paused),
                this.#button("twice", TIMES, "twice", { count: TIMES }),
            ),
            this.#group("bot", this.#switch("power", faults.bot)),
        );
    }

    #choice(what, choices, chosen, name) {
        const buttons = choices.map((value) =>
            h("button", { class: "segment", "aria-pressed": String(value === chosen), dataset: { keep: `${what} ${value}` }, onclick: () => this.#do(what, value) }, name(value)),
        );
        return h("div", { class: "fault choice", role: "group", "aria-label": this.app.say(`page.fault.${what}`) }, h("span", {}, this.app.say(`page.fault.${what}`)), h("span", { class: "segments" }, buttons));
    }

    #lose() {
        this.app.connection.offline = !this.app.connection.offline;
        this.#redraw();
    }
}
