/** Menus: a control that shows what is chosen and opens the list to choose from. */

import { channelsAt, peopleAt, rolesAt } from "/page/around.js";
import { openDialog } from "/page/dialog.js";
import { fill, h } from "/page/dom.js";
import { nameOf } from "/page/markdown.js";
import { dots, emojiText, icon } from "/page/message_icons.js";

const [STRINGS, USERS, ROLES, MENTIONABLE, CHANNELS] = [3, 5, 6, 7, 8];
const SIGNS = { user: "@", role: "@", channel: "#" };
const FILTERED = 8;

/**
 * The control of a menu in a channel. `chosen`: the values it starts with, by default those the menu itself names;
 * `choose(values)` is called with every new choice; `label` names it where there is no placeholder.
 */
export function menu(part, channel, app, { chosen, busy = false, disabled = false, choose, label = null }) {
    let values = chosen ?? defaults(part);
    const shown = h("span", { class: "menu-shown" });
    const show = () => {
        const labels = offered(part, channel, app).filter((option) => values.includes(option.value));
        control.classList.toggle("empty", !labels.length);
        fill(shown, labels.length ? labels.map(tagOf) : placeholder(part, app));
    };
    const open = () => {
        if (busy) return;
        openList(part, offered(part, channel, app), app, values, control, (picked) => {
            values = picked;
            show();
            choose(picked);
        });
    };
    const control = h(
        "button",
        {
            type: "button",
            class: "menu",
            role: "combobox",
            "aria-haspopup": "listbox",
            "aria-expanded": "false",
            "aria-label": label ?? placeholder(part, app),
            "aria-busy": busy && "true",
            "aria-disabled": busy && "true",
            disabled,
            dataset: { customId: part.custom_id },
            onclick: open,
        },
        shown,
        busy ? dots() : icon("chevron"),
    );
    show();
    return control;
}

/** The values that a menu starts with. */
export function defaults(part) {
    if (part.type === STRINGS) return part.options.filter((option) => option.default).map((option) => option.value);
    return (part.default_values ?? []).map((value) => value.id);
}

function placeholder(part, app) {
    return part.placeholder || app.say("page_message.choose");
}

/** What can be chosen: {value, label, description, emoji, sign}. */
function offered(part, channel, app) {
    if (part.type === STRINGS) return part.options;
    const found = around(part, channel, app);
    // What the menu starts with is shown even where this person does not see it.
    const unseen = (part.default_values ?? []).filter(({ id }) => !found.some(({ value }) => value === id));
    return [...found, ...unseen.map(({ id, type }) => ({ value: id, label: nameOf(type, id, app), sign: SIGNS[type] }))];
}

function around(part, channel, app) {
    switch (part.type) {
        case USERS:
            return peopleAt(channel, app);
        case ROLES:
            return rolesAt(channel, app);
        case MENTIONABLE:
            return [...peopleAt(channel, app), ...rolesAt(channel, app)];
        case CHANNELS:
            return channelsAt(channel, app, part.channel_types);
    }
}

function tagOf({ emoji, sign = "", label }) {
    return h("span", { class: "menu-tag" }, emoji ? `${emojiText(emoji)} ` : sign, h("bdi", {}, label));
}

/** Opens the list; `done(values)` is called once if the choice is another than before. */
function openList(part, options, app, before, control, done) {
    const most = part.max_values ?? 1;
    const least = part.required === false ? 0 : (part.min_values ?? 1);
    const several = most > 1;
    const picked = new Set(before);
    const rows = options.map((option) => row(option, several, () => pick(option.value)));
    const list = h("div", { class: "menu-options", role: "listbox", "aria-multiselectable": several && "true" }, rows);
    list.addEventListener("keydown", (event) => move(event, rows));
    const mark = () => {
        for (const [index, { value }] of options.entries()) {
            rows[index].setAttribute("aria-selected", picked.has(value));
            rows[index].toggleAttribute("disabled", several && picked.size >= most && !picked.has(value));
        }
    };
    const pick = (value) => {
        const had = picked.delete(value);
        if (several) {
            if (!had) picked.add(value);
            mark();
            return;
        }
        dialog.close();
        if (!had) done([value]);
        else if (least === 0) done([]);
    };
    const closed = () => {
        control.setAttribute("aria-expanded", "false");
        const values = options.map((option) => option.value).filter((value) => picked.has(value));
        const same = values.length === before.length && values.every((value) => before.includes(value));
        if (several && !same && values.length >= least) done(values);
    };
    mark();
    control.setAttribute("aria-expanded", "true");
    const dialog = openDialog(
        { class: "menu-list", label: placeholder(part, app), beside: control, onclosed: closed },
        part.type !== STRINGS && options.length > FILTERED && filterBox(options, rows, app),
        options.length ? list : h("p", { class: "menu-nothing" }, app.say("page_message.nothing")),
        several && foot(least, most, app),
    );
    (rows.find((each) => each.ariaSelected === "true") ?? rows[0])?.focus();
}

function row(option, several, pick) {
    const { emoji, sign, label, description, value } = option;
    const properties = { type: "button", class: "menu-option", role: "option", tabindex: -1 };
    return h(
        "button",
        { ...properties, dataset: { value }, onclick: pick },
        (emoji || sign) && h("span", { class: "menu-emoji" }, emoji ? emojiText(emoji) : sign),
        h(
            "span",
            { class: "menu-words" },
            h("bdi", { class: "menu-label" }, label),
            description && h("bdi", { class: "menu-description" }, description),
        ),
        h("span", { class: several ? "menu-mark box" : "menu-mark" }, icon("check")),
    );
}

function foot(least, most, app) {
    const key = least === most ? "choose_exactly" : least === 0 ? "choose_up_to" : "choose_between";
    return h(
        "form",
        { class: "menu-foot", method: "dialog" },
        h("span", {}, app.say(`page_message.${key}`, { least, most })),
        h("button", { class: "button button-primary" }, app.say("page_message.done")),
    );
}

function filterBox(options, rows, app) {
    const label = app.say("page_message.filter");
    const narrow = ({ target }) => {
        const words = target.value.trim().toLocaleLowerCase();
        for (const [index, option] of options.entries()) {
            rows[index].hidden = !option.label.toLocaleLowerCase().includes(words);
        }
    };
    const down = (event) => move(event, rows);
    const names = { class: "menu-filter", type: "search", placeholder: label, "aria-label": label };
    return h("input", { ...names, oninput: narrow, onkeydown: down });
}

/** Moves the focus among the options by the keyboard. */
function move(event, rows) {
    const open = rows.filter((each) => !each.hidden && !each.disabled);
    const at = open.indexOf(document.activeElement);
    const steps = { ArrowDown: at + 1, ArrowUp: at < 0 ? open.length - 1 : at - 1 };
    if (at >= 0) Object.assign(steps, { Home: 0, End: open.length - 1 });
    if (!(event.key in steps) || !open.length) return;
    event.preventDefault();
    open[(steps[event.key] + open.length) % open.length].focus();
}
