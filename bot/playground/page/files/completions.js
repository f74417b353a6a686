/** What is offered for an option while one types: its choices, or what the bot completes it to. */

import { localDescription, localName } from "/page/commands.js";
import { choicesOf, localChoice, narrowed } from "/page/options.js";

const MOST_ROWS = 50;
const PAUSE = 150;

/** Fills the list above the box for the options of one command. */
export class Completions {
    #app;
    #channel;
    #path;
    #suggestions;
    #timer;
    #newest = 0;

    constructor(app, channel, path, suggestions) {
        this.#app = app;
        this.#channel = channel;
        this.#path = path;
        this.#suggestions = suggestions;
    }

    /**
     * Offer something for a field: what fits its text, then also the rest if `all` is wanted. `known()` gives the
     * options so far, `choose(choice)` hears what is taken.
     */
    offer(field, known, choose, { all = false } = {}) {
        this.#forget();
        const { option, input, text } = field;
        const { locale } = this.#app;
        const shown = { title: localName(option, locale), detail: localDescription(option, locale), choose };
        const choices = choicesOf(option, this.#app, this.#channel);
        if (choices !== null) {
            const fitting = narrowed(choices, text);
            const others = all ? choices.filter((each) => !fitting.includes(each)) : [];
            const items = [...fitting, ...others].slice(0, MOST_ROWS);
            this.#show(input, shown, items, "no_match", field.settled ? -1 : 0);
        } else if (option.autocomplete) this.#complete(field, known, shown);
        else this.#suggestions.show(input, shown);
    }

    /** Close the list, and wait for nothing. */
    close() {
        this.#forget();
        this.#suggestions.hide();
    }

    #complete({ option, input }, known, shown) {
        if (this.#suggestions.isOpen(input)) this.#suggestions.stale();
        else this.#show(input, shown, [], "loading_options");
        const number = this.#newest;
        this.#timer = setTimeout(async () => {
            const choices = await this.#ask(known(), option.name);
            if (number !== this.#newest || !this.#suggestions.isOpen(input)) return;
            const items = (choices ?? []).map((choice) => localChoice(choice, this.#app.locale));
            this.#show(input, shown, items, choices === null ? "options_failed" : "no_match");
        }, PAUSE);
    }

    async #ask(options, focused) {
        try {
            const fields = { channel: this.#channel.id, path: this.#path, options, focused };
            return (await this.#app.ask("complete", fields)).choices;
        } catch {
            return null;
        }
    }

    #forget() {
        clearTimeout(this.#timer);
        this.#newest += 1;
    }

    #show(input, shown, items, otherwise, active = -1) {
        const note = items.length === 0 ? this.#app.say(`page_composer.${otherwise}`) : "";
        this.#suggestions.show(input, { ...shown, items, note, active });
    }
}
