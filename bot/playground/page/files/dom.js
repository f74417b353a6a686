/** Building elements. Text only ever becomes text nodes, so that nothing that people write can become markup. */

/**
 * An element with properties and children.
 * Properties: on... are listeners, dataset an object, booleans are set or left out, all others become attributes.
 * Children: nodes, strings, arrays of them; null and false are skipped.
 */
export function h(tag, properties = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(properties)) {
        if (value === null || value === undefined || value === false) continue;
        if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
        else if (name === "dataset") Object.assign(element.dataset, value);
        else element.setAttribute(name, value === true ? "" : value);
    }
    append(element, children);
    return element;
}

/** Puts these children in place of all that an element has. */
export function fill(element, ...children) {
    element.replaceChildren();
    append(element, children);
    return element;
}

function append(element, children) {
    for (const child of children.flat(Infinity)) {
        if (child !== null && child !== undefined && child !== false) element.append(child);
    }
}
