/** Links: inside the page where they lead to a channel or message, everything else in a new tab. */

import { h } from "/page/dom.js";

const INSIDE = /^https:\/\/(?:\w+\.)?discord\.com\/channels\/(?:@me|\d+)\/(\d+)(?:\/(\d+))?\/?$/i;

/** A link with these properties and children; just the children where the address is none of the web. */
export function link(url, app, properties, ...children) {
    if (!isWeb(url)) return h("span", properties, ...children);
    const inside = INSIDE.exec(url);
    if (!inside) return h("a", { ...properties, href: url, target: "_blank", rel: "noopener noreferrer" }, ...children);
    const open = (event) => {
        event.preventDefault();
        app.openChannel(inside[1], inside[2]);
    };
    return h("a", { ...properties, href: url, onclick: open }, ...children);
}

/** The channel that an address on Discord leads to, or null. */
export function channelOf(url, app) {
    const inside = INSIDE.exec(url);
    return inside ? (app.channels.get(inside[1]) ?? null) : null;
}

/** Whether an address is one of the web, and so neither a script nor a file. */
export function isWeb(url) {
    return /^https?:\/\//i.test(url) && URL.canParse(url);
}
