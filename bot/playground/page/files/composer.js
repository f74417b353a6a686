/** The foot of a channel: the box for messages and commands, with what is said about them above it. */

import { flatten, isCommandLine, localDescription, localPath, matching, needsOptions, parseLine } from "/page/commands.js";
import { CommandForm, byTouch } from "/page/composer_form.js";
import { composerParts } from "/page/composer_parts.js";
import { h } from "/page/dom.js";
import { Suggestions } from "/page/suggestions.js";

const LONGEST = 2000;
const COUNTED_FROM = 200;

/** The composer of a window, in an empty <div>. */
export class Composer {
    #app;
    #parts;
    #suggestions;
    #channel = null;
    #reply = null;
    #form = null;
    /** The message that was begun before a command. */
    #aside = "";
    /** The line that Enter was pressed on and that waits for the commands. */
    #entered = null;
    #commands = new Map();
    #drafts;

    constructor(element, app) {
        this.#app = app;
        this.#drafts = app.drafts;
        this.#parts = composerParts(element, app, {
            typed: () => this.#typed(),
            key: (event) => this.#key(event),
            slash: () => this.#toggleCommands(),
            send: () => this.#send(),
            unreply: () => this.#setReply(null),
            left: () => this.#close(),
        });
        this.#suggestions = new Suggestions(this.#parts.popup);
        this.#setText("");
        this.setChannel(null);
    }

    /** Write to this channel (null: to none) from now on; what was typed for the one before is kept. */
    setChannel(channel) {
        const same = this.#channel?.id === channel?.id;
        if (!same) this.#keepDraft();
        this.#channel = channel;
        this.#parts.address(channel);
        if (same) return;
        this.#setReply(null);
        this.#parts.quiet();
        this.#setText(this.#drafts.get(channel?.id) ?? "");
    }

    /** Put a command into the box, ready to send: "bh table open", or with options "bh play cards: 999". */
    async compose(path) {
        if (!this.#channel?.writable) return;
        const found = await this.#find(`/${path.replace(/^\//u, "")}`);
        if (found) this.#open(found);
        else if (found === null) this.#parts.notice(this.#app.say("page_composer.no_command"));
    }

    /** Answer a message with what is sent next. */
    reply(message) {
        this.#setReply(message);
        if (this.#form === null) this.#parts.text.focus();
    }

    /** What is offered here or elsewhere is something else now. */
    commandsChanged() {
        this.#commands.clear();
    }

    /** Get ready for typing; on a touch screen this would bring up the keyboard, so that is left to the finger. */
    focus() {
        if (byTouch()) return;
        if (this.#form !== null) this.#form.focus();
        else this.#parts.text.focus();
    }

    #keepDraft() {
        if (this.#channel === null) return;
        const form = this.#form?.pending ? null : this.#form;
        this.#drafts.set(this.#channel.id, form === null ? this.#parts.text.value : form.line);
    }

    #setReply(message) {
        this.#reply = message;
        const author = message?.author;
        this.#parts.showReply(author ? (this.#app.users.get(author.id)?.name ?? author.username) : null);
    }

    /** Plain text in the box, no command. */
    #setText(text) {
        this.#close();
        this.#form = null;
        this.#parts.showForm(null);
        this.#parts.text.value = text;
        this.#measure();
    }

    /** The text has changed: fit the box, count, and see whether it can be sent. */
    #measure() {
        const left = LONGEST - [...this.#parts.text.value.trim()].length;
        this.#parts.measure(this.#form !== null || left < LONGEST, left <= COUNTED_FROM ? left : null);
    }

    #close() {
        if (this.#form !== null) this.#form.close();
        else this.#suggestions.hide();
    }

    async #typed() {
        const line = this.#parts.text.value;
        this.#measure();
        this.#parts.quiet();
        if (!isCommandLine(line)) {
            this.#suggestions.hide();
            return;
        }
        const found = await this.#find(line);
        if (found === undefined || !this.#stillReads(line) || this.#entered === line) return;
        if (found !== null && found.rest !== null) this.#open(found);
        else this.#offerCommands(line.slice(1));
    }

    #stillReads(line) {
        return this.#form === null && this.#parts.text.value === line;
    }

    /** The commands of this channel; undefined if they cannot be had, which is said, or the channel is another now. */
    async #known() {
        const channel = this.#channel;
        if (!this.#commands.has(channel.id)) {
            const asked = this.#app.ask("commands", { channel: channel.id });
            this.#commands.set(channel.id, asked.then(({ commands }) => flatten(commands)));
        }
        try {
            const commands = await this.#commands.get(channel.id);
            return this.#channel?.id === channel.id ? commands : undefined;
        } catch (error) {
            this.#commands.delete(channel.id);
            this.#parts.notice(this.#app.refusal(error));
            return undefined;
        }
    }

    /** The command that a line is, with what follows it; null if there is none, undefined if that cannot be said. */
    async #find(line) {
        const commands = await this.#known();
        return commands && parseLine(commands, line, this.#app.locale);
    }

    async #offerCommands(typed) {
        const line = this.#parts.text.value;
        const commands = await this.#known();
        if (commands === undefined || !this.#stillReads(line)) return;
        const { locale } = this.#app;
        const items = matching(commands, typed, locale).map((command) => ({
            name: `/${localPath(command, locale)}`,
            detail: localDescription(command.steps.at(-1), locale),
            command,
        }));
        this.#suggestions.show(this.#parts.text, {
            title: this.#app.bot.name,
            items,
            note: items.length === 0 ? this.#app.say("page_composer.no_match") : "",
            active: 0,
            choose: ({ command }) => this.#open({ command, rest: null }),
        });
    }

    #toggleCommands() {
        const { text } = this.#parts;
        if (this.#suggestions.isOpen(text)) {
            this.#suggestions.hide();
            return;
        }
        if (text.value === "" && !byTouch()) text.value = "/";
        this.#measure();
        this.focus();
        this.#offerCommands("");
    }

    /** Show the fields of a command; a message that was begun comes back after it. */
    #open({ command, rest }) {
        const { text } = this.#parts;
        if (this.#form === null) this.#aside = isCommandLine(text.value) ? "" : text.value;
        this.#setText("");
        const form = new CommandForm(command, this.#app, this.#channel, this.#suggestions, {
            run: () => this.#run(form),
            leave: (line) => this.#leave(line),
            notice: (sentence) => this.#parts.notice(sentence),
        });
        this.#form = form;
        this.#parts.showForm(form.element);
        this.#measure();
        if (rest === null) form.focus();
        else form.accept(rest);
        return form;
    }

    #leave(line) {
        this.#setText(this.#aside || line);
        this.focus();
    }

    #key(event) {
        if (event.isComposing) return;
        const enter = event.key === "Enter" && !event.shiftKey;
        // The list's first row is what Enter takes anyway, and a line that is whole should run at once.
        const whole = enter && isCommandLine(this.#parts.text.value) && this.#suggestions.active <= 0;
        if (!whole && this.#suggestions.key(event)) return;
        if (enter) {
            event.preventDefault();
            this.#send();
        } else if (event.key === "Escape") this.#setReply(null);
    }

    #send() {
        const line = this.#parts.text.value;
        if (this.#form !== null) this.#run(this.#form);
        else if (isCommandLine(line)) this.#sendLine(line);
        else if (line.trim() !== "") this.#say(line.trim());
    }

    async #sendLine(line) {
        this.#entered = line;
        const found = await this.#find(line.trimEnd());
        this.#entered = null;
        if (found === undefined || !this.#stillReads(line)) return;
        if (found === null) await this.#openBest(line);
        else {
            const form = this.#open(found);
            if (found.rest !== null || !needsOptions(found.command)) this.#run(form);
        }
    }

    /** Open the command that fits an unfinished line best. */
    async #openBest(line) {
        const [command] = matching((await this.#known()) ?? [], line.slice(1), this.#app.locale);
        if (command !== undefined) this.#open({ command, rest: null });
        else this.#parts.notice(this.#app.say("page_composer.no_command"));
    }

    async #say(text) {
        if ([...text].length > LONGEST) {
            this.#parts.notice(this.#app.say("page_composer.too_long", { most: LONGEST }));
            return;
        }
        const [channel, reply] = [this.#channel, this.#reply];
        this.#parts.quiet();
        this.#setReply(null);
        this.#setText("");
        try {
            await this.#app.ask("say", { channel: channel.id, text, reply: reply?.id ?? null });
        } catch (error) {
            this.#parts.notice(this.#app.refusal(error));
            if (this.#channel?.id !== channel.id) this.#drafts.set(channel.id, text);
            else if (this.#form === null) {
                this.#setText([text, this.#parts.text.value].filter(Boolean).join("\n"));
                if (this.#reply === null) this.#setReply(reply);
            }
        }
    }

    async #run(form) {
        const options = form.pending ? null : form.read();
        if (options === null) return;
        const channel = this.#channel;
        const { path } = form.command;
        this.#parts.quiet();
        const done = this.#parts.sending(`/${localPath(form.command, this.#app.locale)}`);
        form.pending = true;
        try {
            this.#answered(form, channel, await this.#app.ask("command", { channel: channel.id, path, options }));
        } catch (error) {
            form.pending = false;
            const sentence = this.#app.refusal(error);
            if (this.#form !== form) this.#drafts.set(channel.id, form.line);
            if (this.#form !== form || !form.refuse(error.where, sentence)) this.#parts.notice(sentence);
        } finally {
            done();
        }
    }

    #answered(form, channel, { failed, opened, modal }) {
        if (this.#form === form) {
            const focused = this.#parts.focused();
            this.#setText(this.#aside);
            if (focused && !modal) this.focus();
        }
        if (failed) this.#parts.notice(this.#app.say("page_composer.no_answer"));
        if (modal) this.#app.modal(opened, modal, channel);
    }
}
