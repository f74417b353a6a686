/** The list above the composer's box: commands, options or values to choose from. */

import { fill, h } from "/page/dom.js";

/** A list that belongs to one text field at a time; the field keeps the focus, the list tells it apart by aria. */
export class Suggestions {
    #element;
    #input = null;
    #rows = [];
    #choose;
    #active = -1;

    /** `element` is an empty <div> above the box. */
    constructor(element) {
        this.#element = element;
        element.classList.add("composer-popup");
        element.hidden = true;
        // The field must not lose the focus to a row.
        element.addEventListener("mousedown", (event) => event.preventDefault());
    }

    /** The number of the row that Enter takes, -1 for none. */
    get active() {
        return this.#active;
    }

    /** Whether it is shown for some field, or for this one. */
    isOpen(input = this.#input) {
        return !this.#element.hidden && this.#input === input;
    }

    /**
     * Show `items` ([{name, detail, ...}]) for a field under a title; `choose(item)` is called for what is chosen.
     * `active` is the row that Enter takes, -1 for none; `note` stands where the items would.
     */
    show(input, { title, detail = "", items = [], note = "", active = -1, choose = () => {} }) {
        if (this.#input !== input) this.hide();
        this.#input = input;
        this.#choose = choose;
        this.#active = -1;
        this.#rows = items.map((item, i) => ({ item, element: this.#row(item, i) }));
        const list = h("div", { class: "composer-list", role: "listbox", id: "composer-list", "aria-label": title });
        fill(list, this.#rows.map((row) => row.element));
        fill(
            this.#element,
            h("div", { class: "composer-popup-title" }, h("bdi", {}, title), h("span", {}, detail)),
            items.length > 0 && list,
            note !== "" && h("div", { class: "composer-popup-note", role: "status" }, note),
        );
        this.#element.classList.remove("is-stale");
        this.#element.hidden = false;
        input.setAttribute("aria-controls", "composer-list");
        this.#expanded(items.length > 0);
        if (active >= 0 && active < items.length) this.#activate(active);
    }

    /** Newer items are on their way: those that are shown are not for the keyboard any more. */
    stale() {
        this.#rows = [];
        this.#element.classList.add("is-stale");
        this.#activate(-1);
    }

    /** Close it. */
    hide() {
        if (this.#input !== null) {
            for (const name of ["aria-controls", "aria-activedescendant"]) this.#input.removeAttribute(name);
            this.#expanded(false);
        }
        this.#input = null;
        this.#rows = [];
        this.#active = -1;
        this.#element.hidden = true;
    }

    /** Take a key that was pressed in a field; whether it was meant for the list. */
    key(event) {
        if (!this.isOpen(event.target)) return false;
        if (event.key === "Escape") this.hide();
        else if (this.#rows.length === 0) return false;
        else if (event.key === "ArrowDown") this.#move(1);
        else if (event.key === "ArrowUp") this.#move(-1);
        else if (event.key === "Enter" && !event.shiftKey && this.#active >= 0) this.#take(this.#active);
        else if (event.key === "Tab" && !event.shiftKey) this.#take(Math.max(this.#active, 0));
        else return false;
        event.preventDefault();
        event.stopPropagation();
        return true;
    }

    #expanded(expanded) {
        if (this.#input.role === "combobox") this.#input.setAttribute("aria-expanded", `${expanded}`);
    }

    #row({ name, detail = "" }, number) {
        return h(
            "div",
            {
                class: "composer-row",
                role: "option",
                id: `composer-row-${number}`,
                "aria-selected": "false",
                onclick: () => this.#take(number),
            },
            h("bdi", { class: "composer-row-name" }, name),
            detail !== "" && h("span", { class: "composer-row-detail" }, detail),
        );
    }

    #move(step) {
        const count = this.#rows.length;
        const start = this.#active < 0 && step < 0 ? 0 : this.#active;
        this.#activate((start + step + count) % count);
    }

    #activate(number) {
        this.#rows[this.#active]?.element.setAttribute("aria-selected", "false");
        this.#active = number;
        const element = this.#rows[number]?.element;
        if (element === undefined) {
            this.#input?.removeAttribute("aria-activedescendant");
            return;
        }
        element.setAttribute("aria-selected", "true");
        element.scrollIntoView({ block: "nearest" });
        this.#input.setAttribute("aria-activedescendant", element.id);
    }

    #take(number) {
        const { item } = this.#rows[number] ?? {};
        if (item !== undefined) this.#choose(item);
    }
}
