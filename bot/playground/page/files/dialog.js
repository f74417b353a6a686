/** Windows over the page: the browser's own dialogs, which keep the focus in and close on Escape. */

import { h } from "/page/dom.js";
import { returnFocus } from "/page/focus.js";

/**
 * Opens a dialog. A click beside it closes it unless `firm`; `onclosed` is called whatever closed it.
 * `beside`: an element (or a point {x, y}) where it belongs on wide windows; on narrow ones it comes from below.
 */
export function openDialog({ class: name, label, beside = null, firm = false, onclosed = () => {} }, ...children) {
    const back = returnFocus();
    const dialog = h("dialog", { class: beside ? `${name} popup` : name, "aria-label": label }, ...children);
    dialog.addEventListener("click", (event) => {
        if (event.target === dialog && !firm) dialog.close();
    });
    dialog.addEventListener("close", () => {
        dialog.remove();
        back();
        onclosed();
    });
    document.body.append(dialog);
    dialog.showModal();
    if (beside) place(dialog, beside);
    return dialog;
}

/** Puts a popup under its element, or over it where there is more room. */
function place(dialog, beside) {
    const point = beside instanceof Element ? beside.getBoundingClientRect() : new DOMRect(beside.x, beside.y, 0, 0);
    const room = { width: document.documentElement.clientWidth, height: document.documentElement.clientHeight };
    const { style } = dialog;
    if (point.width) style.setProperty("--popup-width", `${point.width}px`);
    const size = dialog.getBoundingClientRect();
    const above = point.bottom + size.height > room.height - 8 && point.top > room.height - point.bottom;
    style.setProperty("--popup-x", `${Math.max(8, Math.min(point.left, room.width - size.width - 8))}px`);
    style.setProperty("--popup-room", `${(above ? point.top : room.height - point.bottom) - 16}px`);
    style.setProperty("--popup-top", above ? "auto" : `${point.bottom + 4}px`);
    style.setProperty("--popup-bottom", above ? `${room.height - point.top + 4}px` : "auto");
}
