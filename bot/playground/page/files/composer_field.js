/** One option of a command as a text field. */

import { localDescription, localName } from "/page/commands.js";
import { fill, h } from "/page/dom.js";
import { takesFile, valueOf } from "/page/options.js";

const LARGEST_FILE = 180_000;

/** A text field as wide as its text: `element` to place, `input` to type in. */
export function growingInput(typed, attributes) {
    const input = h("input", {
        type: "text",
        size: "1",
        role: "combobox",
        autocomplete: "off",
        autocapitalize: "off",
        spellcheck: "false",
        "aria-autocomplete": "list",
        "aria-expanded": "false",
        ...attributes,
    });
    const element = h("span", { class: "composer-grow" }, input);
    input.addEventListener("input", () => grow(input));
    onTyping(input, typed);
    return { element, input };
}

/** Fit a field to its text once that was set. */
export function grow(input) {
    input.parentElement.dataset.text = input.value;
}

/** Call `typed` whenever a field's text has changed, but not for half a word of an input method. */
export function onTyping(input, typed) {
    input.addEventListener("input", (event) => event.isComposing || typed());
    input.addEventListener("compositionend", typed);
}

/** An option's name, text and error. `heard`: input, keydown, focus, and remove, which is null if it has to stay. */
export class Field {
    #app;
    #channel;
    #error;
    #picked = null;

    constructor(option, app, channel, heard) {
        this.#app = app;
        this.#channel = channel;
        this.option = option;
        const name = localName(option, app.locale);
        const error = `composer-error-${option.name}`;
        const typed = () => {
            this.refuse("");
            heard.input(this);
        };
        const { element, input } = growingInput(typed, {
            "aria-label": name,
            "aria-description": localDescription(option, app.locale),
            "aria-required": `${Boolean(option.required)}`,
            "aria-errormessage": error,
            onkeydown: (event) => heard.keydown(event, this),
            onfocus: () => heard.focus(this),
        });
        this.input = input;
        this.#error = h("span", { class: "composer-error", id: error, role: "alert" });
        const label = app.say("page_composer.remove_option", { name });
        const remove = { type: "button", class: "composer-x", "aria-label": label, onclick: heard.remove };
        this.element = h(
            "div",
            { class: "composer-option", dataset: { option: option.name } },
            h(
                "label",
                { class: "composer-option-pill" },
                h("bdi", { class: "composer-option-name" }, name),
                element,
                takesFile(option) && this.#chooser(),
                heard.remove !== null && h("button", remove, "×"),
            ),
            this.#error,
        );
    }

    get text() {
        return this.input.value.trim();
    }

    set text(text) {
        this.input.value = text;
        grow(this.input);
        this.refuse("");
    }

    /** Whether a text says what is meant, as far as one can tell without the bot. */
    get settled() {
        return "value" in this.value;
    }

    /** Whether its text is what was taken of what was offered. */
    get picked() {
        return this.#picked?.name.trim() === this.text;
    }

    /** {value}, or {error} with a sentence. */
    get value() {
        if (this.picked) return { value: this.#picked.value };
        return valueOf(this.option, this.text, this.#app, this.#channel);
    }

    /** Take one of the choices that were offered. */
    pick(choice) {
        this.#picked = choice;
        this.text = choice.name;
    }

    /** A button that asks for a file of this machine, and the hidden field behind it. */
    #chooser() {
        const label = this.#app.say("page_composer.choose_file");
        const field = h("input", { type: "file", hidden: true, onchange: () => this.#upload(field.files[0]) });
        const ask = { type: "button", class: "composer-file", "aria-label": label, onclick: () => field.click() };
        return h("span", {}, field, h("button", ask, "📎"));
    }

    async #upload(file) {
        if (file === undefined) return;
        if (file.size > LARGEST_FILE) {
            this.refuse(this.#app.say("page_composer.large_file"));
            return;
        }
        const address = await new Promise((resolve) => {
            const reader = new FileReader();
            reader.onload = () => resolve(reader.result);
            reader.readAsDataURL(file);
        });
        const fields = { channel: this.#channel.id, name: file.name, data: address.slice(address.indexOf(",") + 1) };
        try {
            const { file: value } = await this.#app.ask("upload", fields);
            this.pick({ name: file.name, value });
        } catch {
            this.refuse(this.#app.say("page_composer.choose_file"));
        }
    }

    /** Show what is wrong with it beside it; "" for nothing. */
    refuse(sentence) {
        fill(this.#error, sentence);
        this.input.setAttribute("aria-invalid", `${sentence !== ""}`);
    }

    /** Put the caret behind its text. */
    focus() {
        this.input.focus();
        this.input.setSelectionRange(this.input.value.length, this.input.value.length);
    }
}
