/** Embeds. */

import { h } from "/page/dom.js";
import { isWeb, link } from "/page/links.js";
import { formatted, formattedLine } from "/page/markdown.js";
import { picture } from "/page/media.js";
import { sent, styled } from "/page/time.js";

/** One embed of a message. */
export function embed(part, app) {
    const words = [
        part.author && author(part.author, app),
        part.title && heading(part, app),
        part.description && h("div", { class: "embed-description markdown" }, formatted(part.description, app)),
        part.fields?.length > 0 && h("div", { class: "embed-fields" }, part.fields.map((each) => field(each, app))),
    ];
    const whole = h(
        "div",
        { class: part.thumbnail ? "embed with-thumbnail" : "embed" },
        words.some(Boolean) && h("div", { class: "embed-words" }, words),
        part.thumbnail && h("div", { class: "embed-thumbnail" }, picture(part.thumbnail, app)),
        part.image && h("div", { class: "embed-image" }, picture(part.image, app)),
        (part.footer || part.timestamp) && foot(part, app),
    );
    if (part.color) whole.style.borderInlineStartColor = `#${part.color.toString(16).padStart(6, "0")}`;
    return whole;
}

function author({ name, url, icon_url: face }, app) {
    const inner = h("bdi", {}, name);
    return h(
        "div",
        { class: "embed-author" },
        face && isWeb(face) && h("img", { src: face, alt: "" }),
        url ? link(url, app, {}, inner) : inner,
    );
}

function heading({ title, url }, app) {
    const inner = formattedLine(title, app);
    return h("div", { class: "embed-title" }, url ? link(url, app, {}, inner) : inner);
}

function field({ name, value, inline }, app) {
    return h(
        "div",
        { class: inline ? "embed-field inline" : "embed-field" },
        h("div", { class: "embed-field-name" }, formattedLine(name, app)),
        h("div", { class: "embed-field-value markdown" }, formatted(value, app)),
    );
}

function foot({ footer, timestamp }, app) {
    const date = timestamp && new Date(timestamp);
    return h(
        "div",
        { class: "embed-foot" },
        footer?.icon_url && isWeb(footer.icon_url) && h("img", { src: footer.icon_url, alt: "" }),
        footer && h("bdi", {}, footer.text),
        footer && date && h("span", { "aria-hidden": "true" }, " • "),
        date && h("time", { datetime: date.toISOString(), title: styled(date, "F", app.locale) }, sent(date, app)),
    );
}
