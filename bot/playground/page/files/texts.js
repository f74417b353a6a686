/** The sentences of the page, in the window's language. */

/** Fills the places of a sentence: {name}. */
export function filled(sentence, values = {}) {
    return sentence.replace(/\{(\w+)\}/g, (place, name) => (name in values ? String(values[name]) : place));
}

/** The language a browser asks for, among ours. */
export function preferred(languages) {
    return languages.some((each) => each.toLowerCase().startsWith("zh")) && languages[0].toLowerCase().startsWith("zh")
        ? "zh-CN"
        : "en";
}
