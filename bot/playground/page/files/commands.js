/** The slash commands of a channel as one list, and what a typed line means. */

const CHAT_COMMAND = 1;
const GROUPS = new Set([1, 2]);

/** A command's, option's or choice's name in the language of the window. */
export function localName(node, locale) {
    return node.name_localizations?.[discordLocale(locale)] ?? node.name;
}

/** A command's or option's description in the language of the window. */
export function localDescription(node, locale) {
    return node.description_localizations?.[discordLocale(locale)] ?? node.description ?? "";
}

function discordLocale(locale) {
    return locale === "zh-CN" ? "zh-CN" : "en-US";
}

/** All that can be run of Discord's command JSON: [{path: "bh table open", steps: the nodes on the way, options}]. */
export function flatten(commands) {
    const found = new Map();
    const walk = (steps) => {
        const options = steps.at(-1).options ?? [];
        const inner = options.filter((option) => GROUPS.has(option.type));
        for (const step of inner) walk([...steps, step]);
        const path = steps.map((step) => step.name).join(" ");
        if (inner.length === 0 && !found.has(path)) found.set(path, { path, steps, options });
    };
    for (const command of commands) if ((command.type ?? CHAT_COMMAND) === CHAT_COMMAND) walk([command]);
    return [...found.values()];
}

/** A command's path in the language of the window. */
export function localPath(command, locale) {
    return command.steps.map((step) => localName(step, locale)).join(" ");
}

/** Whether a command cannot run without options. */
export function needsOptions(command) {
    return command.options.some((option) => option.required);
}

/** Whether a text is meant as a command; Chinese keyboards type the wide slash. */
export function isCommandLine(text) {
    return /^[/／]/u.test(text);
}

/** The command that a line starts with and what follows it, null where nothing does, not even a space. */
export function parseLine(commands, line, locale) {
    for (const command of commands) {
        for (const name of [command.path, localPath(command, locale)]) {
            const match = line.match(new RegExp(`^[/／]${name.replaceAll(" ", "\\s+")}(?:\\s+(.*))?$`, "isu"));
            if (match) return { command, rest: match[1] ?? null };
        }
    }
    return null;
}

/** A text that names options ("cards: 999 trick: true"), as {named: [{option, text}], lead: what comes before}. */
export function splitOptions(options, text, locale) {
    const marks = [];
    for (const match of text.matchAll(/(?<=^|\s)([^\s:：]+)[:：]/gu)) {
        const name = match[1].toLowerCase();
        const option = options.find((each) => each.name === name || localName(each, locale).toLowerCase() === name);
        if (option === undefined || marks.some((mark) => mark.option === option)) continue;
        marks.push({ option, start: match.index, end: match.index + match[0].length });
    }
    const after = ({ end }, i) => text.slice(end, marks[i + 1]?.start).trimStart();
    const named = marks.map((mark, i) => ({ option: mark.option, text: after(mark, i) }));
    return { lead: text.slice(0, marks[0]?.start).trimStart(), named };
}

/** The commands that fit what is typed after the slash, best first. */
export function matching(commands, typed, locale) {
    const query = typed.toLowerCase().trim().replace(/\s+/gu, " ");
    return commands
        .map((command) => ({ command, rank: rank(command, query, locale) }))
        .filter((each) => each.rank !== null)
        .sort((a, b) => a.rank - b.rank)
        .map((each) => each.command);
}

function rank(command, query, locale) {
    const names = [command.path, localPath(command, locale)].map((name) => name.toLowerCase());
    if (names.includes(query)) return 0;
    if (names.some((name) => name.startsWith(query))) return 1;
    if (names.some((name) => name.includes(` ${query}`))) return 2;
    if (names.some((name) => name.includes(query))) return 3;
    const leaf = command.steps.at(-1);
    const texts = [...names, leaf.description ?? "", localDescription(leaf, locale)].map((text) => text.toLowerCase());
    return query.length > 1 && query.split(" ").every((word) => texts.some((text) => hasWord(text, word))) ? 4 : null;
}

/** Whether some word of a text starts like this. Chinese has no gaps between words: anywhere will do. */
function hasWord(text, start) {
    if (/\p{Script=Han}/u.test(start)) return text.includes(start);
    return text.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(start));
}
