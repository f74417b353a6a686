/** Discord's markdown as elements, and as the plain text of a preview. */

import { h } from "/page/dom.js";
import { channelOf, link } from "/page/links.js";
import { parse, parseInline } from "/page/markdown_tree.js";
import { fillTime, styled } from "/page/time.js";

const TAGS = { strong: "strong", em: "em", underline: "u", strike: "s" };

/** The nodes of a text with headings, lists and quotes. */
export function formatted(text, app) {
    return elements(parse(text), app);
}

/** The nodes of a text where only marks within lines count, as in titles. */
export function formattedLine(text, app) {
    return elements(parseInline(text), app);
}

/** A text on one line without its marks; what is a spoiler stays hidden. */
export function plain(text, app) {
    return flat(parse(text), app).replace(/\s+/g, " ").trim();
}

/** The name of a user, role (kind "role") or channel as a mention has it. */
export function nameOf(kind, id, app) {
    const known = { user: app.users, role: app.roles, channel: app.channels }[kind].get(id);
    if (known === undefined) return app.say(`page_message.unknown_${kind}`);
    return known.name ?? app.say("page_message.direct");
}

function elements(nodes, app) {
    return nodes.map((node) => (typeof node === "string" ? node : element(node, app)));
}

function element(node, app) {
    const inner = () => elements(node.children, app);
    switch (node.kind) {
        case "heading":
            return h(`h${node.level + 2}`, { class: `heading-${node.level}` }, inner());
        case "small":
            return h("small", { class: "small-text" }, inner());
        case "quote":
            return h("blockquote", {}, inner());
        case "list":
            return list(node, app);
        case "codeblock":
            return h("pre", {}, h("code", {}, node.text));
        case "code":
            return h("code", {}, node.text);
        case "spoiler":
            return spoiler(inner(), app);
        case "link":
            return address(node, app);
        case "user":
            return mention("@", nameOf("user", node.id, app), { class: node.id === app.me.id ? "own" : "" });
        case "role":
            return mention("@", nameOf("role", node.id, app));
        case "everyone":
            return mention("", node.text);
        case "channel":
            return channelMention(node.id, app);
        case "command":
            return mention("/", node.path, { onclick: () => app.compose(node.path) });
        case "emoji":
            return `:${node.name}:`;
        case "time":
            return time(node, app);
        default:
            return h(TAGS[node.kind], {}, inner());
    }
}

function list({ start, items }, app) {
    const points = items.map((item) => h("li", {}, elements(item, app)));
    return start === null ? h("ul", {}, points) : h("ol", { start }, points);
}

function spoiler(children, app) {
    const content = h("span", { class: "spoiler-content", inert: true }, children);
    const reveal = (event) => {
        if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        content.inert = false;
        hidden.classList.add("revealed");
        for (const name of ["role", "tabindex", "aria-label"]) hidden.removeAttribute(name);
        hidden.removeEventListener("click", reveal);
        hidden.removeEventListener("keydown", reveal);
    };
    const label = app.say("page_message.spoiler");
    const properties = { class: "spoiler", role: "button", tabindex: 0, "aria-label": label };
    const hidden = h("span", { ...properties, onclick: reveal, onkeydown: reveal }, content);
    return hidden;
}

function address({ url, children }, app) {
    const channel = children[0] === url ? channelOf(url, app) : null;
    if (channel) return link(url, app, { class: "mention" }, "#", h("bdi", {}, nameOf("channel", channel.id, app)));
    return link(url, app, { title: children[0] === url ? null : url }, elements(children, app));
}

/** A mention; one that does something is a button. */
function mention(sign, name, properties = {}) {
    const className = `mention ${properties.class ?? ""}`.trim();
    if (!properties.onclick) return h("span", { class: className }, sign, h("bdi", {}, name));
    return h("button", { type: "button", ...properties, class: className }, sign, h("bdi", {}, name));
}

function channelMention(id, app) {
    const known = app.channels.has(id);
    return mention("#", nameOf("channel", id, app), known ? { onclick: () => app.openChannel(id) } : {});
}

function time({ date, style }, app) {
    const shown = h("time", { class: "timestamp" });
    fillTime(shown, date, style, app.locale);
    return shown;
}

function flat(nodes, app) {
    return nodes.map((node) => (typeof node === "string" ? node : flatNode(node, app))).join("");
}

function flatNode(node, app) {
    switch (node.kind) {
        case "heading":
        case "small":
        case "quote":
            return ` ${flat(node.children, app)} `;
        case "list":
            return node.items.map((item) => ` ${flat(item, app)} `).join("");
        case "codeblock":
        case "code":
        case "everyone":
            return node.text;
        case "spoiler":
            return "▇▇▇";
        case "user":
        case "role":
            return `@${nameOf(node.kind, node.id, app)}`;
        case "channel":
            return `#${nameOf("channel", node.id, app)}`;
        case "command":
            return `/${node.path}`;
        case "emoji":
            return `:${node.name}:`;
        case "link": {
            const channel = node.children[0] === node.url ? channelOf(node.url, app) : null;
            return channel ? `#${nameOf("channel", channel.id, app)}` : flat(node.children, app);
        }
        case "time":
            return styled(node.date, node.style, app.locale);
        default:
            return flat(node.children, app);
    }
}
