/** Sentences with elements in their places. */

// Characters of the private use area, which no sentence contains.
const FIRST = 0xe000;

/** A sentence as a list of texts and nodes: what would be a text in app.say() may be a node here. */
export function sentence(app, key, nodes) {
    const names = Object.keys(nodes);
    const marks = names.map((_, index) => String.fromCharCode(FIRST + index));
    const text = app.say(key, Object.fromEntries(names.map((name, index) => [name, marks[index]])));
    return text
        .split(/([\ue000-\ue00f])/)
        .map((part) => (marks.includes(part) ? nodes[names[marks.indexOf(part)]] : part));
}
