/** What a command's option takes: its choices, and what a typed text is worth. */

import { localName } from "/page/commands.js";

const [STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, FILE] = [3, 4, 5, 6, 7, 8, 9, 10, 11];
const BIGGEST = { [INTEGER]: Number.MAX_SAFE_INTEGER, [NUMBER]: Number.MAX_SAFE_INTEGER };
const LONGEST = 6000;

/** What can be chosen for an option: [{name, value, also}], or null where anything can be typed. */
export function choicesOf(option, app, channel) {
    if (option.choices?.length) {
        return option.choices.map((choice) => localChoice(choice, app.locale));
    }
    switch (option.type) {
        case BOOLEAN:
            return [true, false].map((value) => ({ name: app.say(`page_composer.${value}`), value, also: `${value}` }));
        case USER:
            return people(app, channel);
        case CHANNEL:
            return channels(option, app, channel);
        case ROLE:
            return roles(app);
        case MENTIONABLE:
            return [...people(app, channel), ...roles(app)];
        default:
            return null;
    }
}

/** A choice as the window's language calls it; its English name finds it, too. */
export function localChoice(choice, locale) {
    return { name: localName(choice, locale), value: choice.value, also: choice.name };
}

function people(app, channel) {
    const here = channel.guild ? [...app.users.values()] : [app.me, app.bot];
    return here.map(({ id, name }) => ({ name: `@${name}`, value: id, also: name }));
}

function roles(app) {
    return [...app.roles].map(([id, name]) => ({ name: `@${name.replace(/^@/u, "")}`, value: id, also: name }));
}

function channels(option, app, channel) {
    const here = [...app.channels.values()].filter((each) => each.guild && each.guild === channel.guild);
    const fitting = here.filter((each) => !option.channel_types?.length || option.channel_types.includes(each.type));
    return fitting.map(({ id, name }) => ({ name: `#${name}`, value: id, also: name }));
}

/** The choice that a text names in full, or undefined. */
export function chosen(choices, text) {
    const wanted = text.trim().toLowerCase();
    return choices.find(({ name, also, value }) => [name, also, `${value}`].some((each) => each.toLowerCase() === wanted));
}

/** The choices that a text may become: those that start so first, then those that hold it. */
export function narrowed(choices, text) {
    const wanted = text.trim().toLowerCase();
    const place = ({ name, also }) => {
        const at = [name, also].map((each) => each.toLowerCase().indexOf(wanted)).filter((each) => each >= 0);
        return Math.min(...at);
    };
    const found = choices.map((choice) => ({ choice, at: place(choice) })).filter((each) => each.at < Infinity);
    return found.sort((a, b) => Math.sign(a.at) - Math.sign(b.at)).map((each) => each.choice);
}

/** Whether an option takes a file. */
export function takesFile(option) {
    return option.type === FILE;
}

/** What a text is worth as an option's value: {value}, or {error} with a sentence. */
export function valueOf(option, text, app, channel) {
    if (text === "") return { error: app.say("page_composer.required") };
    if (takesFile(option)) return { error: app.say("page_composer.choose_file") };
    const choices = choicesOf(option, app, channel);
    if (choices !== null) {
        const choice = chosen(choices, text);
        return choice ? { value: choice.value } : { error: app.say("page_composer.from_list") };
    }
    const error = option.type === STRING ? textError(option, text, app) : numberError(option, text, app);
    return error === null ? { value: option.type === STRING ? text : Number(text) } : { error };
}

function textError(option, text, app) {
    const length = [...text].length;
    const { min_length: least = 0, max_length: most = LONGEST } = option;
    if (length < least) return app.say("page_composer.too_short", { least });
    if (length > most) return app.say("page_composer.too_long", { most });
    return null;
}

function numberError(option, text, app) {
    if (option.type === INTEGER && !/^[+-]?\d+$/u.test(text)) return app.say("page_composer.whole_number");
    if (!/^[+-]?(\d+(\.\d*)?|\.\d+)$/u.test(text)) return app.say("page_composer.number");
    const biggest = BIGGEST[option.type];
    const { min_value: least = -biggest, max_value: most = biggest } = option;
    if (Number(text) < least) return app.say("page_composer.at_least", { least });
    if (Number(text) > most) return app.say("page_composer.at_most", { most });
    return null;
}
