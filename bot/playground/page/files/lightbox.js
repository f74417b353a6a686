/** A picture as large as the window allows. */

import { openDialog } from "/page/dialog.js";
import { h } from "/page/dom.js";
import { link } from "/page/links.js";
import { icon } from "/page/message_icons.js";

/** Opens a picture {url, width, height, alt}; a click anywhere or Escape closes it. */
export function openLightbox({ url, width, height, alt }, app) {
    const picture = h("img", { src: url, alt, width, height });
    if (width && height) picture.style.setProperty("--shape", width / height);
    const close = app.say("page_message.close");
    const dialog = openDialog(
        { class: "lightbox", label: alt || app.say("page_message.picture") },
        h("button", { type: "button", class: "lightbox-close", "aria-label": close }, icon("close")),
        picture,
        link(url, app, { class: "lightbox-link" }, app.say("page_message.open_original")),
    );
    dialog.addEventListener("click", () => dialog.close());
}
