/** What the window knows: places, people, the messages of channels that were opened. Says what has changed. */

/** Ids in order of their age: above, below or equal to 0. */
export function later(a, b) {
    return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

/** An EventTarget of "places", "faults", "messages" (detail: channel, message or null) and "here". */
export class State extends EventTarget {
    me = null;
    bot = null;
    names = [];
    texts = {};
    guilds = [];
    faults = null;
    channels = new Map();
    users = new Map();
    roles = new Map();
    here = null;
    #messages = new Map();

    /** Begin anew: another start of the look-alike knows nothing of what was there before. */
    hello({ me, bot, names, first, texts }) {
        Object.assign(this, { me, bot, names, first, texts });
        this.#messages.clear();
    }

    /** Take over places: servers, channels, people, roles. */
    places({ guilds, channels, users, roles }) {
        this.guilds = guilds;
        this.channels = new Map(channels.map((channel) => [channel.id, channel]));
        this.users = new Map(users.map((user) => [user.id, user]));
        this.roles = new Map(roles.map((role) => [role.id, role]));
        for (const id of this.#messages.keys()) if (!this.channels.has(id)) this.#messages.delete(id);
        this.#say("places");
    }

    /** Take over how the faults stand. */
    setFaults(faults) {
        this.faults = faults;
        this.#say("faults");
    }

    /** The channel that is shown. */
    get channel() {
        return this.channels.get(this.here) ?? null;
    }

    /** Go to a channel. */
    go(id) {
        this.here = id;
        this.#say("here");
    }

    /** Messages of a channel, oldest first, or null if they have not been fetched. */
    messages(channel) {
        const kept = this.#messages.get(channel);
        return kept ? [...kept.values()].sort((a, b) => later(a.id, b.id)) : null;
    }

    /** Keep messages that were fetched. */
    keep(channel, messages) {
        const kept = this.#messages.get(channel) ?? new Map();
        for (const message of messages) kept.set(message.id, message);
        this.#messages.set(channel, kept);
    }

    /** A message is new or has changed. */
    put(channel, message) {
        const kept = this.#messages.get(channel);
        if (!kept) return;
        const known = kept.has(message.id);
        kept.set(message.id, message);
        this.#say("messages", { channel, message, known });
    }

    /** A message is there no longer. */
    drop(channel, id) {
        if (this.#messages.get(channel)?.delete(id)) this.#say("messages", { channel, message: null, id });
    }

    #say(name, detail = null) {
        this.dispatchEvent(new CustomEvent(name, { detail }));
    }
}
