/** Pictures and files of messages. */

import { h } from "/page/dom.js";
import { openLightbox } from "/page/lightbox.js";
import { isWeb } from "/page/links.js";
import { icon } from "/page/message_icons.js";

const UNITS = ["byte", "kilobyte", "megabyte"];

/** The attachments of a message: pictures, then the other files; null if there are none. */
export function attachments(message, app) {
    const pictures = message.attachments.filter(isPicture);
    const others = message.attachments.filter((each) => !isPicture(each));
    if (!message.attachments.length) return null;
    return h(
        "div",
        { class: "attachments" },
        pictures.length > 0 &&
            h(
                "div",
                { class: pictures.length > 1 ? "pictures several" : "pictures" },
                pictures.map((each) => picture({ ...each, alt: each.description }, app)),
            ),
        others.map((each) => file(each, app)),
    );
}

/** A picture {url, width, height, alt} that opens large; its room is kept before it has come. */
export function picture({ url, width, height, alt }, app) {
    if (!isWeb(url)) return null;
    const image = h("img", { src: url, alt: alt ?? "", width, height, decoding: "async" });
    const label = alt || app.say("page_message.picture");
    const open = () => openLightbox({ url, width, height, alt: alt ?? "" }, app);
    const names = { "aria-label": label, title: alt };
    const frame = h("button", { type: "button", class: "picture", ...names, onclick: open }, image);
    if (width && height) {
        frame.style.setProperty("--width", `${width}px`);
        frame.style.setProperty("--shape", width / height);
    }
    return frame;
}

function isPicture({ content_type: type, filename }) {
    return type ? /^image\/(png|jpeg|gif|webp)\b/.test(type) : /\.(png|jpe?g|gif|webp)$/i.test(filename);
}

function file({ url, filename, size }, app) {
    const address = isWeb(url) ? url : null;
    const name = h("a", { class: "file-name", href: address, download: filename }, h("bdi", {}, filename));
    const about = h("span", { class: "file-size" }, fileSize(size, app.locale));
    return h("div", { class: "file" }, icon("file"), h("div", { class: "file-words" }, name, about));
}

function fileSize(bytes, locale) {
    const step = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
    const format = { style: "unit", unit: UNITS[step], unitDisplay: "short", maximumFractionDigits: 1 };
    return new Intl.NumberFormat(locale, format).format(bytes / 1024 ** step);
}
