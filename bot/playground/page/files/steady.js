/** Drawing a part of the window anew while somebody uses it. */

/** Whether an element is being pressed, as a function; `released()` is called as soon as it no longer is. */
export function pressing(element, released, signal) {
    let pressed = false;
    // Of a right click that opens the browser's own menu, the end is never told.
    element.addEventListener("pointerdown", ({ button }) => (pressed ||= button === 0));
    const release = () => {
        pressed = false;
        released();
    };
    for (const end of ["pointerup", "pointercancel"]) {
        addEventListener(end, () => pressed && setTimeout(release), { signal });
    }
    return () => pressed;
}

/**
 * A function that has `draw()` fill an element anew: not under a finger, as a button that was replaced would not be
 * pressed, and so that the control that has the focus, known by its data-keep, does not lose it.
 */
export function steadily(element, draw, signal) {
    let due = false;
    const pressed = pressing(element, () => due && redraw(), signal);
    const redraw = () => {
        due = pressed();
        if (due) return;
        const held = element.contains(document.activeElement) ? document.activeElement.dataset.keep : undefined;
        draw();
        if (held === undefined) return;
        element.querySelector(`[data-keep="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
    };
    return redraw;
}
