/**
 * Discord's markdown as a tree, without the page: a list of strings and of nodes {kind, ...}.
 *
 * Blocks: heading {level, children}, small, quote {children}, list {start: number or null, items: [children]},
 * codeblock {text}. Within lines: strong, em, underline, strike, spoiler {children}, code {text}, link {url, children},
 * user, role, channel {id}, everyone {text}, command {path}, emoji {name}, time {date, style}.
 */

const DEEPEST = 12;
const QUOTE = /^> (.*)$/;
const HEADING = /^(#{1,3}) +(\S.*)$/;
const SMALL = /^-# +(\S.*)$/;
const ITEM = /^( *)([-*]|\d{1,9}\.) +(\S.*)$/;
const CONTINUED = /^ {2,}(\S.*)$/;

const PAIRS = { "**": "strong", "*": "em", "__": "underline", "_": "em", "~~": "strike", "||": "spoiler" };
const PLAIN = /[^\\*_~|`<[@h]+|h(?!ttps?:)/iy;
const BARE = /https?:\/\/(?:(?!\]\()[^\s<])+/iy;
const MASKED = /\((?:<(https?:\/\/[^\s<>]+)>|(https?:\/\/(?:[^\s()<>]|\([^\s()<>]*\))+))(?: +"[^"\n]*")?\)/iy;
const SPECIAL = [
    [/<(https?:\/\/[^\s<>]+)>/iy, ([, url]) => ({ kind: "link", url, children: [url] })],
    [/<@!?(\d{1,20})>/y, ([, id]) => ({ kind: "user", id })],
    [/<@&(\d{1,20})>/y, ([, id]) => ({ kind: "role", id })],
    [/<#(\d{1,20})>/y, ([, id]) => ({ kind: "channel", id })],
    [/<\/([\p{L}\p{N}_-]+(?: [\p{L}\p{N}_-]+){0,2}):\d{1,20}>/uy, ([, path]) => ({ kind: "command", path })],
    [/<a?:(\w{2,32}):\d{1,20}>/y, ([, name]) => ({ kind: "emoji", name })],
    [/<t:(-?\d{1,13})(?::([tTdDfFsSR]))?>/y, ([, seconds, style]) => time(Number(seconds), style)],
    [/@(?:everyone|here)\b/y, ([text]) => ({ kind: "everyone", text })],
];

/** The tree of a message's text. */
export function parse(text) {
    return blocks(text.split("\n"), { quoted: false });
}

/** The tree of one line or several in which there are no headings, lists and quotes. */
export function parseInline(text) {
    return inline(text, 0);
}

function blocks(lines, { quoted }) {
    const found = [];
    let paragraph = [];
    const finish = () => {
        if (paragraph.length) found.push(...inline(paragraph.join("\n"), 0));
        paragraph = [];
    };
    for (let at = 0; at < lines.length; ) {
        const [node, next] = block(lines, at, quoted);
        if (node) {
            finish();
            found.push(node);
            at = next;
        } else {
            const end = afterFence(lines, at);
            paragraph.push(...lines.slice(at, end));
            at = end;
        }
    }
    finish();
    return found;
}

/** The block that starts at a line, and the line after it. */
function block(lines, at, quoted) {
    const line = lines[at];
    if (!quoted && line.startsWith(">>> ")) {
        const rest = [line.slice(4), ...lines.slice(at + 1)];
        return [{ kind: "quote", children: blocks(rest, { quoted: true }) }, lines.length];
    }
    if (!quoted && QUOTE.test(line)) {
        let end = at;
        while (end < lines.length && QUOTE.test(lines[end])) end++;
        const inner = lines.slice(at, end).map((each) => each.slice(2));
        return [{ kind: "quote", children: blocks(inner, { quoted: true }) }, end];
    }
    const heading = HEADING.exec(line);
    if (heading) return [{ kind: "heading", level: heading[1].length, children: inline(heading[2], 0) }, at + 1];
    const small = SMALL.exec(line);
    if (small) return [{ kind: "small", children: inline(small[1], 0) }, at + 1];
    return ITEM.test(line) ? list(lines, at, 0) : [null, at];
}

/** A list whose items are indented as its first is; deeper ones become lists within its items. */
function list(lines, at, depth) {
    const [, indent, mark] = ITEM.exec(lines[at]);
    const items = [];
    while (at < lines.length) {
        const item = ITEM.exec(lines[at]);
        if (item && item[1].length <= indent.length + 1) {
            const [, less, other] = item;
            if ((less.length < indent.length && depth) || other.endsWith(".") !== mark.endsWith(".")) break;
            items.push(inline(item[3], 0));
            at++;
        } else if (item && depth < DEEPEST) {
            const [inner, next] = list(lines, at, depth + 1);
            items.at(-1).push(inner);
            at = next;
        } else {
            const more = CONTINUED.exec(lines[at]);
            if (!more) break;
            items.at(-1).push("\n", ...inline(more[1], 0));
            at++;
        }
    }
    return [{ kind: "list", start: mark.endsWith(".") ? parseInt(mark, 10) : null, items }, at];
}

/** The line after this one, or after the end of a block of code that starts in it. */
function afterFence(lines, at) {
    let open = false;
    for (let end = at; end < lines.length; end++) {
        if ((lines[end].split("```").length - 1) % 2) open = !open;
        if (!open) return end + 1;
    }
    return at + 1;
}

function inline(text, depth) {
    const found = [];
    let plain = "";
    const add = (node) => {
        if (plain) found.push(plain);
        plain = "";
        found.push(node);
    };
    for (let at = 0; at < text.length; ) {
        PLAIN.lastIndex = at;
        const run = PLAIN.exec(text);
        if (run) {
            plain += run[0];
            at = PLAIN.lastIndex;
            continue;
        }
        const [node, next] = token(text, at, depth);
        if (typeof node === "string") plain += node;
        else add(node);
        // The break after a block of code is the block's own.
        at = node.kind === "codeblock" && text[next] === "\n" ? next + 1 : next;
    }
    if (plain) found.push(plain);
    return found;
}

/** What stands at a place that may be special, and the place after it. */
function token(text, at, depth) {
    const char = text[at];
    const literal = [char, at + 1];
    if (char === "\\") return escaped(text, at);
    if (char === "`") return code(text, at) ?? literal;
    if (char === "h" || char === "H") return bare(text, at) ?? literal;
    if (char === "<" || char === "@") return special(text, at) ?? literal;
    if (depth >= DEEPEST) return literal;
    if (char === "[") return masked(text, at, depth) ?? literal;
    const mark = text[at + 1] === char ? char + char : char;
    const end = mark in PAIRS ? closing(text, at, mark) : -1;
    if (end < 0) return [mark, at + mark.length];
    const children = inline(text.slice(at + mark.length, end), depth + 1);
    return [{ kind: PAIRS[mark], children }, end + mark.length];
}

function escaped(text, at) {
    const next = text[at + 1];
    return next !== undefined && /[^\p{L}\p{N}\s]/u.test(next) ? [next, at + 2] : ["\\", at + 1];
}

/** Where the mark that opens at a place closes; -1 if nowhere. */
function closing(text, at, mark) {
    const start = at + mark.length;
    const single = mark === "*" || mark === "_";
    if (single && /\s/.test(text[start] ?? " ")) return -1;
    if (mark === "_" && word(text[at - 1])) return -1;
    for (let end = start; end < text.length; end++) {
        const char = text[end];
        if (char === "\\") end++;
        else if (char === "`") end = (code(text, end)?.[1] ?? end + 1) - 1;
        else if (text.startsWith(mark, end)) {
            const after = text[end + mark.length];
            if (single && after === mark) end++;
            else if (mark[0] !== "|" && mark[0] !== "~" && after === mark[0]) continue;
            else if (end > start && fits(text, end, mark, after)) return end;
        }
    }
    return -1;
}

function fits(text, end, mark, after) {
    if (mark === "*") return !/\s/.test(text[end - 1]);
    return mark !== "_" || !word(after);
}

function word(char) {
    return char !== undefined && /\w/.test(char);
}

/** A block of code, or code within a line; null if it does not close. */
function code(text, at) {
    if (text.startsWith("```", at)) {
        const end = text.indexOf("```", at + 3);
        const inner = end < 0 ? "" : text.slice(at + 3, end);
        if (inner.trim()) {
            // The first line names the language if it is one word and something follows.
            const body = inner.replace(/^[\w+#.-]*\n(?=[^]*\S)/, "").replace(/^\n+|\n+$/g, "");
            return [{ kind: "codeblock", text: body }, end + 3];
        }
    }
    const mark = /^`+/.exec(text.slice(at))[0];
    if (mark.length > 2) return [mark, at + mark.length];
    let end = at + mark.length;
    while ((end = text.indexOf(mark, end)) >= 0) {
        const run = /^`+/.exec(text.slice(end))[0];
        if (run.length === mark.length) break;
        end += run.length;
    }
    const inner = end < 0 ? "" : text.slice(at + mark.length, end);
    if (!inner) return [mark, at + mark.length];
    // A space beside a ` that is shown only keeps it apart from the mark.
    return [{ kind: "code", text: inner.replace(/^ (?=`)|(?<=`) $/g, "") }, end + mark.length];
}

function bare(text, at) {
    BARE.lastIndex = at;
    let url = BARE.exec(text)?.[0];
    // What ends a sentence, and a bracket that opened before the address, is not part of it.
    while (url && (/[.,:;"'!?\]]$/.test(url) || (url.endsWith(")") && count(url, ")") > count(url, "(")))) {
        url = url.slice(0, -1);
    }
    if (!url || !/^https?:\/\/[^/?#]/i.test(url)) return null;
    return [{ kind: "link", url, children: [url] }, at + url.length];
}

function count(text, char) {
    return text.split(char).length - 1;
}

function special(text, at) {
    for (const [pattern, make] of SPECIAL) {
        pattern.lastIndex = at;
        const match = pattern.exec(text);
        const node = match && make(match);
        if (node) return [node, pattern.lastIndex];
    }
    return null;
}

function time(seconds, style) {
    const date = new Date(seconds * 1000);
    return Number.isNaN(date.getTime()) ? null : { kind: "time", date, style: style ?? "f" };
}

/** [text](address); not where the text is an address itself, as it could lie about where it leads. */
function masked(text, at, depth) {
    let open = 0;
    for (let end = at; end < text.length; end++) {
        if (text[end] === "\\") end++;
        else if (text[end] === "[") open++;
        else if (text[end] === "]" && --open === 0) {
            MASKED.lastIndex = end + 1;
            const match = MASKED.exec(text);
            const label = text.slice(at + 1, end);
            if (!match || !label.trim() || /https?:\/\//i.test(label)) return null;
            const children = inline(label, depth + 1);
            return [{ kind: "link", url: match[1] ?? match[2], children }, MASKED.lastIndex];
        }
    }
    return null;
}
