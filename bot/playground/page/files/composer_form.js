/** A command that was chosen: its name, a field for each option in use, and the list of those left out. */

import { localDescription, localName, localPath, splitOptions } from "/page/commands.js";
import { Completions } from "/page/completions.js";
import { Field, grow, growingInput } from "/page/composer_field.js";
import { fill, h } from "/page/dom.js";

/** Whether fingers type here: a keyboard on the screen should come up only where something has to be typed. */
export function byTouch() {
    return matchMedia("(pointer: coarse)").matches;
}

/** The fields of a command in the composer. `heard`: run(), leave() (back to plain text), notice(sentence). */
export class CommandForm {
    #app;
    #channel;
    #suggestions;
    #heard;
    #completions;
    #fields = [];
    #fieldsElement = h("div", { class: "composer-options" });
    #tail;
    #more;
    #pending = false;

    constructor(command, app, channel, suggestions, heard) {
        this.command = command;
        this.#app = app;
        this.#channel = channel;
        this.#suggestions = suggestions;
        this.#heard = heard;
        this.#completions = new Completions(app, channel, command.path, suggestions);
        const path = `/${localPath(command, app.locale)}`;
        const tail = growingInput(() => this.#tailTyped(), {
            "aria-label": app.say("page_composer.add_option"),
            onkeydown: (event) => this.#key(event, null),
            onfocus: () => this.#offerOptions(),
        });
        this.#tail = tail.input;
        this.#more = h("button", { type: "button", class: "composer-more", onclick: () => this.#toggleOptions() });
        this.element = h(
            "div",
            { class: "composer-command", role: "group", "aria-label": path },
            h(
                "span",
                { class: "composer-chip" },
                h("bdi", {}, path),
                h(
                    "button",
                    {
                        type: "button",
                        class: "composer-x",
                        "aria-label": app.say("page_composer.leave_command"),
                        onclick: () => heard.leave(""),
                    },
                    "×",
                ),
            ),
            this.#fieldsElement,
            h("span", { class: "composer-tail" }, tail.element, this.#more),
        );
        for (const option of command.options) if (option.required) this.#field(option);
        this.#count();
    }

    /** Take text that was typed after the command, as "999" or "cards: 999 trick: true", and go on at its end. */
    accept(text) {
        const { lead, named } = splitOptions(this.command.options, text, this.#app.locale);
        const [first] = this.#fields;
        if (first === undefined) this.#setTail(lead);
        else if (lead !== "") first.text = lead;
        if (named.length > 0) this.#spread(named);
        else (first ?? this.#tail).focus();
    }

    /** The whole as one line of text, which `accept` understands again. */
    get line() {
        const filled = this.#fields.filter((field) => field.text !== "");
        const options = filled.map((field) => `${field.option.name}: ${field.text}`);
        return [`/${this.command.path}`, this.#tail.value, ...options].filter(Boolean).join(" ");
    }

    /** The values of its options; or null, with what is wrong said beside the options. */
    read() {
        const loose = this.#tail.value.trim();
        const [free] = this.#unfilled();
        if (loose !== "" && free === undefined) {
            this.#heard.notice(this.#app.say("page_composer.too_much", { text: loose }));
            this.#tail.focus();
            return null;
        }
        if (loose !== "") this.#field(free).text = loose;
        this.#setTail("");
        const values = {};
        let wrong = null;
        for (const field of this.#fields) {
            const { value, error = "" } = field.value;
            field.refuse(error);
            if (error === "") values[field.option.name] = value;
            else wrong ??= field;
        }
        wrong?.focus();
        return wrong === null ? values : null;
    }

    /** Show a refusal beside the option that it is about; whether there is such an option. */
    refuse(name, sentence) {
        const option = this.command.options.find((each) => each.name === name);
        if (option === undefined) return false;
        const field = this.#field(option);
        field.focus();
        field.refuse(sentence);
        return true;
    }

    get pending() {
        return this.#pending;
    }

    /** Let nothing be typed while it is on its way. */
    set pending(pending) {
        this.#pending = pending;
        this.element.setAttribute("aria-busy", `${pending}`);
        for (const input of this.element.querySelectorAll("input")) input.readOnly = pending;
        for (const button of this.element.querySelectorAll("button")) button.disabled = pending;
        if (pending) this.close();
    }

    /** Go to where something is missing, or to the end. */
    focus() {
        const missing = this.#fields.find((field) => field.text === "");
        if (missing !== undefined) missing.focus();
        else if (byTouch()) {
            document.activeElement.blur();
            this.close();
        } else this.#tail.focus();
    }

    /** Show no list and wait for none. */
    close() {
        this.#completions.close();
    }

    #unfilled() {
        const filled = this.#fields.filter((field) => field.text !== "").map((field) => field.option);
        return this.command.options.filter((option) => !filled.includes(option));
    }

    #absent() {
        return this.command.options.filter((option) => !this.#fields.some((field) => field.option === option));
    }

    /** The field of an option, added where there was none. */
    #field(option) {
        const found = this.#fields.find((field) => field.option === option);
        if (found !== undefined) return found;
        const field = new Field(option, this.#app, this.#channel, {
            input: (changed) => this.#typed(changed),
            keydown: (event, changed) => this.#key(event, changed),
            // Whoever comes back to what they picked wants something else.
            focus: (changed) => this.#suggest(changed, { all: changed.picked }),
            remove: option.required ? null : () => this.#remove(field),
        });
        this.#fields.push(field);
        this.#fieldsElement.append(field.element);
        this.#count();
        return field;
    }

    #remove(field) {
        this.close();
        this.#fields = this.#fields.filter((each) => each !== field);
        field.element.remove();
        this.#count();
        this.focus();
    }

    #count() {
        const count = this.#absent().length;
        fill(this.#more, this.#app.say("page_composer.optional", { count }));
        this.#more.hidden = count === 0;
    }

    #setTail(text) {
        this.#tail.value = text;
        grow(this.#tail);
    }

    #typed(field) {
        const { locale } = this.#app;
        const own = splitOptions([field.option], field.input.value, locale);
        if (own.named.length > 0 && own.lead === "") field.text = own.named[0].text;
        else if (/^\s/u.test(field.input.value)) field.text = field.input.value.trimStart();
        const others = this.#unfilled().filter((option) => option !== field.option);
        const { lead, named } = splitOptions(others, field.input.value, locale);
        if (named.length === 0) {
            this.#suggest(field);
            return;
        }
        field.text = lead;
        this.#spread(named);
    }

    #tailTyped() {
        const { lead, named } = splitOptions(this.#unfilled(), this.#tail.value, this.#app.locale);
        if (named.length === 0) {
            this.#offerOptions();
            return;
        }
        this.#setTail(lead);
        this.#spread(named);
    }

    #spread(named) {
        for (const { option, text } of named) this.#field(option).text = text;
        this.#field(named.at(-1).option).focus();
    }

    #key(event, field) {
        if (event.isComposing || this.#pending || this.#suggestions.key(event)) return;
        const { selectionStart, selectionEnd, value } = event.target;
        if (event.key === "Enter") this.#heard.run();
        else if (event.key === "Backspace" && value === "") this.#back(field);
        else if (event.key === "ArrowLeft" && selectionEnd === 0) this.#go(field, -1);
        else if (event.key === "ArrowRight" && selectionStart === value.length) this.#go(field, 1);
        else return;
        event.preventDefault();
    }

    #back(field) {
        const first = field === (this.#fields[0] ?? null);
        if (first && this.#fields.every((each) => each.text === "")) {
            this.#heard.leave(`/${localPath(this.command, this.#app.locale)}`);
            return;
        }
        this.#go(field, -1);
        if (field !== null && !field.option.required) this.#remove(field);
    }

    #go(field, step) {
        const at = field === null ? this.#fields.length : this.#fields.indexOf(field);
        const target = at + step;
        if (target === this.#fields.length) this.#tail.focus();
        else this.#fields[target]?.focus();
    }

    #suggest(field, { all = false } = {}) {
        if (this.#pending) return;
        this.#completions.offer(
            field,
            () => this.#known(field),
            (choice) => {
                field.pick(choice);
                this.close();
                this.focus();
            },
            { all },
        );
    }

    /** What is known of the options while one of them is completed: its text, and the others' values. */
    #known(focused) {
        const known = { [focused.option.name]: focused.text };
        for (const field of this.#fields) {
            if (field !== focused && field.settled) known[field.option.name] = field.value.value;
        }
        return known;
    }

    #toggleOptions() {
        if (this.#suggestions.isOpen(this.#tail)) this.#suggestions.hide();
        else if (byTouch()) this.#offerOptions();
        else this.#tail.focus();
    }

    #offerOptions() {
        if (this.#pending) return;
        const { locale } = this.#app;
        const typed = this.#tail.value.trim().toLowerCase();
        const items = this.#absent()
            .map((option) => ({ name: localName(option, locale), detail: localDescription(option, locale), option }))
            .filter(({ name, option }) => name.toLowerCase().startsWith(typed) || option.name.startsWith(typed));
        if (items.length === 0) {
            this.#suggestions.hide();
            return;
        }
        this.#suggestions.show(this.#tail, {
            title: this.#app.say("page_composer.options"),
            items,
            active: typed === "" ? -1 : 0,
            choose: ({ option }) => {
                this.#setTail("");
                this.#field(option).focus();
            },
        });
    }
}
