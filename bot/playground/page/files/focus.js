/**
 * Keeping the keyboard's place while messages are drawn anew: controls are found again by their message and custom_id.
 */

/** Notes where the focus is; gives a function that puts it back there, or on what has replaced it. */
export function returnFocus() {
    const held = document.activeElement;
    const message = held?.closest(".message")?.id;
    const name = held?.dataset.customId;
    return () => {
        const now = held?.isConnected ? held : message && name ? find(message, name) : null;
        if (now && now !== document.body) now.focus({ preventScroll: true });
    };
}

/** Lets the control of a message that has the focus keep it when the message is drawn anew right after this. */
export function keepFocus(messageId) {
    const held = document.activeElement;
    if (!held?.dataset.customId || held.closest(".message")?.id !== messageId) return;
    const back = returnFocus();
    queueMicrotask(() => {
        if (!held.isConnected) back();
    });
}

function find(message, name) {
    return document.getElementById(message)?.querySelector(`[data-custom-id="${CSS.escape(name)}"]`);
}
