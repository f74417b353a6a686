/** What a command's option takes: its choices, and what a typed text is worth. */

import { channelsAt, peopleAt, rolesAt } from "/page/around.js";
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
            return peopleAt(channel, app).map(named);
        case CHANNEL:
            return channelsAt(channel, app, option.channel_types).map(named);
        case ROLE:
            return rolesAt(channel, app).map(named);
        case MENTIONABLE:
            return [...peopleAt(channel, app), ...rolesAt(channel, app)].map(named);
        default:
            return null;
    }
}

/** A choice as the window's language calls it; its English name finds it, too. */
export function localChoice(choice, locale) {
    return { name: localName(choice, locale), value: choice.value, also: choice.name };
}

function named({ value, label, sign }) {
    return { name: `${sign}${label}`, value, also: label };
}

/** Whether a text names a choice in full. */
function names(text, { name, also, value }) {
    const wanted = text.trim().toLowerCase();
    return [name, also, `${value}`].some((each) => each.toLowerCase() === wanted);
}

/** The choices that a text may become: those it names in full, those that start so, then those that hold it. */
export function narrowed(choices, text) {
    const wanted = text.trim().toLowerCase();
    const place = (choice) => {
        if (names(text, choice)) return -1;
        const at = [choice.name, choice.also].map((each) => each.toLowerCase().indexOf(wanted));
        return Math.min(...at.filter((each) => each >= 0));
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
        const choice = choices.find((each) => names(text, each));
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
