/**
 * What a window waits for at each message: a control that was used and is not answered yet, or what came of it.
 * It is kept apart from the elements, as the bot may change the message, and so have it drawn anew, at any time.
 */

import { returnFocus } from "/page/focus.js";

const states = new Map();
const redrawers = new WeakMap();
// By the message as it is now: once the bot has changed it, its menus show what it says.
const choices = new WeakMap();

/** What is waited for at a message: {busy, values} of the control in use, {problem} when it failed; else empty. */
export function waiting(messageId) {
    return states.get(messageId) ?? {};
}

/** What was last chosen in a menu of a message, or undefined if nothing since the bot wrote it. */
export function chosen(message, customId) {
    const { busy, values } = waiting(message.id);
    return busy === customId ? values : choices.get(message)?.[customId];
}

/** Has `draw()` replace this element of a message whenever what is waited for at it changes. */
export function redrawn(element, draw) {
    redrawers.set(element, draw);
    return element;
}

/** Asks for a deed at a message and shows there that it is under way, and its failure if it fails. */
export async function attempt(message, app, deed, fields = {}) {
    note(message.id, { busy: fields.custom_id ?? null, values: fields.values });
    try {
        const answer = await app.ask(deed, { message: message.id, ...fields });
        if (fields.values && !answer.failed) {
            choices.set(message, { ...choices.get(message), [fields.custom_id]: fields.values });
        }
        note(message.id, answer.failed ? { problem: app.say("page_message.failed") } : null);
        if (answer.modal) app.modal(answer.opened, answer.modal, app.channels.get(message.channel_id));
    } catch (error) {
        note(message.id, { problem: app.refusal(error) });
    }
}

function note(messageId, state) {
    if (state) states.set(messageId, state);
    else states.delete(messageId);
    const old = document.getElementById(`m-${messageId}`)?.querySelector(".controls");
    if (!old) return;
    const back = returnFocus();
    old.replaceWith(redrawers.get(old)());
    back();
}
