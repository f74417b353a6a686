/** Messages as the chat shows them. */

import { listenForMenu, toolbar } from "/page/actions.js";
import { controls } from "/page/components.js";
import { h } from "/page/dom.js";
import { embed } from "/page/embed.js";
import { keepFocus } from "/page/focus.js";
import { formatted, plain } from "/page/markdown.js";
import { attachments } from "/page/media.js";
import { dots, icon } from "/page/message_icons.js";
import { authorName, avatar, tag } from "/page/people.js";
import { sentence } from "/page/sentence.js";
import { sent, styled } from "/page/time.js";
import { attempt } from "/page/waiting.js";

const THREAD_STARTED = 18;
const REPLY = 19;
const THREAD_STARTER = 21;
const ONLY_EMOJI = /^(?:\p{RGI_Emoji}|\s){1,40}$/v;
const PREVIEW = 160;

/** A message; `grouped`: it follows one of the same author and needs no name again. */
export function renderMessage(message, app, { grouped = false } = {}) {
    keepFocus(`m-${message.id}`);
    const above = aboveLine(message, app);
    const headed = !grouped || above !== null;
    const system = message.type === THREAD_STARTED;
    const marks = { grouped: !headed, mentioned: mentionsMe(message, app), ephemeral: message.ephemeral, system };
    const element = h(
        "article",
        {
            class: ["message", ...Object.keys(marks).filter((name) => marks[name])].join(" "),
            id: `m-${message.id}`,
            "aria-label": label(message, app),
        },
        above,
        system ? startedThread(message, app) : [side(message, app, headed), body(message, app, headed)],
        !system && toolbar(message, app),
    );
    if (!system) listenForMenu(element, message, app);
    return element;
}

/** A message as one short line without formatting, for replies and notifications. */
export function preview(message, app) {
    if (message.type === THREAD_STARTER && message.referenced_message) return preview(message.referenced_message, app);
    const embedded = message.embeds.map((each) => each.title ?? each.description ?? each.author?.name).find(Boolean);
    const text =
        (message.loading && app.say("page_message.thinking", { name: authorName(message.author, app) })) ||
        plain(message.content || embedded || "", app) ||
        message.attachments.map((each) => each.description || each.filename)[0] ||
        app.say("page_message.no_text");
    const letters = [...text];
    return letters.length > PREVIEW ? `${letters.slice(0, PREVIEW).join("")}…` : text;
}

function mentionsMe(message, app) {
    return message.mention_everyone || message.mentions.some((user) => user.id === app.me.id);
}

function label(message, app) {
    return `${authorName(message.author, app)}, ${sent(new Date(message.timestamp), app)}: ${preview(message, app)}`;
}

/** The line over a message: what it replies to, or who used which command. */
function aboveLine(message, app) {
    if (message.type === REPLY) return h("div", { class: "above reply" }, replied(message, app));
    if (!message.used) return null;
    const { user, path } = message.used;
    const name = app.users.get(user)?.name ?? app.say("page_message.unknown_user");
    const command = h("button", { type: "button", class: "mention", onclick: () => app.compose(path) }, `/${path}`);
    const words = sentence(app, "page_message.used", { name: h("bdi", { class: "above-name" }, name), command });
    return h("div", { class: "above" }, avatar(user, name, { small: true }), h("span", { class: "above-text" }, words));
}

function replied(message, app) {
    const past = message.referenced_message;
    if (!past) return h("span", { class: "above-text gone" }, app.say("page_message.gone"));
    const name = authorName(past.author, app);
    const jump = () => app.openChannel(past.channel_id, past.id);
    return [
        avatar(past.author.id, name, { small: true }),
        tag(past.author, app),
        h(
            "button",
            { type: "button", class: "above-text", title: app.say("page_message.jump"), onclick: jump },
            h("bdi", { class: "above-name" }, name),
            " ",
            h("bdi", {}, preview(past, app)),
        ),
    ];
}

function side({ author, timestamp }, app, headed) {
    if (headed) return h("div", { class: "side" }, avatar(author.id, authorName(author, app)));
    return h("div", { class: "side" }, when(timestamp, app, "t"));
}

function when(timestamp, app, style = null) {
    const date = new Date(timestamp);
    const text = style ? styled(date, style, app.locale) : sent(date, app);
    return h("time", { class: "when", datetime: date.toISOString(), title: styled(date, "F", app.locale) }, text);
}

function body(message, app, headed) {
    const { author } = message;
    return h(
        "div",
        { class: "body" },
        headed &&
            h(
                "header",
                { class: "head" },
                h("bdi", { class: author.bot ? "name bot" : "name" }, authorName(author, app)),
                tag(author, app),
                when(message.timestamp, app),
            ),
        message.loading ? thinking(message, app) : contents(message, app),
        controls(message, app),
        message.thread && threadCard(message.thread, app),
        message.ephemeral && !message.loading && onlyYou(message, app),
    );
}

function thinking(message, app) {
    const name = authorName(message.author, app);
    return h("div", { class: "thinking", role: "status" }, dots(), app.say("page_message.thinking", { name }));
}

function contents(message, app) {
    // The first message of a thread is the one that the thread started at.
    const shown = message.type === THREAD_STARTER ? message.referenced_message : message;
    if (!shown) return h("div", { class: "content gone" }, app.say("page_message.gone"));
    const edited = shown.edited_timestamp && h("span", { class: "edited" }, app.say("page_message.edited"));
    if (edited) edited.title = styled(new Date(shown.edited_timestamp), "F", app.locale);
    const large = ONLY_EMOJI.test(shown.content) ? "large" : "";
    return [
        (shown.content || edited) &&
            h(
                "div",
                { class: `content markdown ${large}`, dir: "auto" },
                formatted(shown.content, app),
                edited && [" ", edited],
            ),
        attachments(shown, app),
        shown.embeds.map((each) => embed(each, app)),
    ];
}

function startedThread(message, app) {
    const { author } = message;
    const open = () => app.openChannel(message.thread.id);
    const name = h("bdi", { class: "name" }, authorName(author, app));
    const thread = h("button", { type: "button", class: "thread-name", onclick: open }, h("bdi", {}, message.content));
    const words = sentence(app, "page_message.started_thread", { name, thread });
    return [
        h("div", { class: "side" }, icon("thread")),
        h(
            "div",
            { class: "body" },
            h("div", { class: "system-text" }, words, " ", when(message.timestamp, app)),
            threadCard(message.thread, app),
        ),
    ];
}

function threadCard(thread, app) {
    const open = () => app.openChannel(thread.id);
    return h(
        "button",
        { type: "button", class: "thread-card", onclick: open },
        h("bdi", { class: "thread-card-name" }, thread.name),
        h("span", { class: "thread-card-open" }, app.say("page_message.see_thread")),
    );
}

function onlyYou(message, app) {
    const dismiss = () => attempt(message, app, "dismiss");
    return h(
        "div",
        { class: "only-you" },
        icon("eye"),
        h("span", {}, app.say("page_message.only_you")),
        h("span", { "aria-hidden": "true" }, "·"),
        h("button", { type: "button", class: "text-button", onclick: dismiss }, app.say("page_message.dismiss")),
    );
}
