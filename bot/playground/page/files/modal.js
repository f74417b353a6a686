/** The forms that the bot asks people to fill in. */

import { openDialog } from "/page/dialog.js";
import { fill, h } from "/page/dom.js";
import { formatted } from "/page/markdown.js";
import { defaults, menu } from "/page/menu.js";
import { dots, icon } from "/page/message_icons.js";

const [ROW, TEXT_INPUT, TEXT_DISPLAY, LABEL] = [1, 4, 10, 18];
const PARAGRAPH = 2;
const MENUS = new Set([3, 5, 6, 7, 8]);

/**
 * Shows a form that an interaction in a channel was answered with; it stays, with what was typed, until it is sent or
 * given up.
 */
export function showModal(opened, modal, channel, app) {
    const fields = [];
    const parts = modal.components.map((part) => formPart(part, channel, app, fields));
    const problem = h("p", { class: "problem", role: "alert" });
    const face = h("span", { class: "button-face" }, app.say("page_message.submit"));
    const send = h("button", { class: "button button-primary" }, face);
    const submit = async (event) => {
        event.preventDefault();
        if (send.ariaBusy) return;
        busy(send, true);
        for (const field of [problem, ...fields.map((each) => each.problem)]) fill(field);
        const told = await sendForm(opened, fields, app);
        busy(send, false);
        if (!told) dialog.close();
        else tell(told, fields, problem);
    };
    const close = () => dialog.close();
    const button = (name, properties, ...children) =>
        h("button", { type: "button", class: name, onclick: close, ...properties }, ...children);
    const dialog = openDialog(
        { class: "modal", label: modal.title, firm: true },
        h(
            "form",
            { novalidate: true, onsubmit: submit, autocomplete: "off" },
            h(
                "header",
                { class: "modal-head" },
                h("h2", { class: "modal-title" }, h("bdi", {}, modal.title)),
                button("modal-close", { "aria-label": app.say("page_message.close") }, icon("close")),
            ),
            h("div", { class: "modal-body" }, parts, problem),
            h(
                "footer",
                { class: "modal-foot" },
                button("button button-secondary", {}, app.say("page_message.cancel")),
                send,
            ),
        ),
    );
    fields[0]?.control.focus();
}

/** Sends what was filled in; gives null, or what went wrong as {where, text}. */
async function sendForm(opened, fields, app) {
    const values = Object.fromEntries(fields.map((field) => [field.name, field.value()]));
    try {
        const answer = await app.ask("submit", { opened, values });
        return answer.failed ? { where: null, text: app.say("page_message.submit_failed") } : null;
    } catch (error) {
        return { where: error.where, text: app.refusal(error) };
    }
}

function tell({ where, text }, fields, problem) {
    const field = fields.find((each) => each.name === where);
    fill(field?.problem ?? problem, icon("warning"), h("span", {}, text));
    field?.control.focus();
}

function busy(send, now) {
    send.ariaBusy = now ? "true" : null;
    send.querySelector(".dots")?.remove();
    if (now) send.append(dots());
}

/** One part of a form; a field in it is added to `fields` as {name, control, problem, value()}. */
function formPart(part, channel, app, fields) {
    if (part.type === TEXT_DISPLAY) return h("div", { class: "modal-text markdown" }, formatted(part.content, app));
    const inner = { [ROW]: part.components?.[0], [LABEL]: part.component }[part.type];
    if (!inner || !(inner.type === TEXT_INPUT || MENUS.has(inner.type))) return null;
    const { label, description } = part.type === LABEL ? part : inner;
    const id = `field-${fields.length}`;
    const { control, value, after } = inner.type === TEXT_INPUT ? textField(inner) : menuField(inner, label, channel, app);
    const problem = h("p", { class: "problem", id: `${id}-problem`, role: "alert" });
    control.id = id;
    control.setAttribute("aria-describedby", `${id}-problem ${id}-description`);
    fields.push({ name: inner.custom_id, control, problem, value });
    return h(
        "div",
        { class: "field" },
        h(
            "label",
            { for: id },
            h("bdi", {}, label),
            inner.required !== false && h("span", { class: "required", title: app.say("page_message.required") }, " *"),
        ),
        description && h("p", { class: "field-description", id: `${id}-description` }, h("bdi", {}, description)),
        control,
        after,
        problem,
    );
}

function textField(part) {
    const paragraph = part.style === PARAGRAPH;
    const control = h(paragraph ? "textarea" : "input", {
        class: "text-field",
        type: paragraph ? null : "text",
        rows: paragraph ? 4 : null,
        dir: "auto",
        placeholder: part.placeholder,
        minlength: part.min_length,
        maxlength: part.max_length,
        "aria-required": part.required !== false && "true",
        dataset: { customId: part.custom_id },
    });
    control.value = part.value ?? "";
    const after = part.max_length ? h("span", { class: "counter", "aria-hidden": "true" }) : null;
    const count = () => fill(after, `${control.value.length}/${part.max_length}`);
    if (after) {
        control.addEventListener("input", count);
        count();
    }
    return { control, after, value: () => control.value };
}

function menuField(part, label, channel, app) {
    let values = defaults(part);
    const choose = (chosen) => (values = chosen);
    return { control: menu(part, channel, app, { choose, label }), after: null, value: () => values };
}
