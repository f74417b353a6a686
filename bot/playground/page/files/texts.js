/** The sentences of the page, in the window's language. */

/** Fills the places of a sentence: {name}. */
export function filled(sentence, values = {}) {
    return sentence.replace(/\{(\w+)\}/g, (place, name) => (name in values ? String(values[name]) : place));
}

/** The first of these that is a language of ours, or the one that a browser asks for. */
export function language(wanted, languages) {
    const asked = languages[0]?.toLowerCase().startsWith("zh") ? "zh-CN" : "en";
    return wanted.find((each) => each === "en" || each === "zh-CN") ?? asked;
}
