/** The connection to the look-alike: requests with answers, events, and coming back after it was lost. */

const FIRST_WAIT = 400;
const LONGEST_WAIT = 4000;

/** Why a request was refused: `where` is an option or field, `code` has a sentence. */
export class Refusal extends Error {
    constructor(where, code) {
        super(`${where}: ${code}`);
        this.where = where;
        this.code = code;
    }
}

/** A connection. `listen(event)` gets every event, `changed(connected)` is told of every change. */
export class Connection {
    #socket = null;
    #asked = new Map();
    #number = 0;
    #wait = FIRST_WAIT;
    #timer = null;
    #offline = false;

    constructor(address, listen, changed) {
        this.address = address;
        this.listen = listen;
        this.changed = changed;
        this.#connect();
    }

    get connected() {
        return this.#socket?.readyState === WebSocket.OPEN;
    }

    get offline() {
        return this.#offline;
    }

    /** Lose the connection and stay away, or come back. */
    set offline(value) {
        this.#offline = value;
        if (!value) this.#connect();
        else {
            // Saying goodbye takes a while: nothing of it may come between, should the connection be back before.
            const socket = this.#socket;
            this.#lost();
            socket?.close();
        }
    }

    /** What came of a request; rejects with a Refusal. */
    ask(deed, fields = {}) {
        if (!this.connected) return Promise.reject(new Refusal(deed, "offline"));
        const id = ++this.#number;
        this.#socket.send(JSON.stringify({ id, do: deed, with: fields }));
        return new Promise((resolve, reject) => this.#asked.set(id, { resolve, reject }));
    }

    #connect() {
        clearTimeout(this.#timer);
        const socket = new WebSocket(this.address());
        this.#socket = socket;
        socket.onopen = () => {
            if (this.#socket !== socket) return;
            this.#wait = FIRST_WAIT;
            this.changed(true);
        };
        socket.onmessage = (frame) => this.#socket === socket && this.#receive(JSON.parse(frame.data));
        socket.onclose = () => this.#socket === socket && this.#lost();
    }

    #lost() {
        clearTimeout(this.#timer);
        this.#socket = null;
        for (const { reject } of this.#asked.values()) reject(new Refusal("", "offline"));
        this.#asked.clear();
        this.changed(false);
        if (this.#offline) return;
        this.#timer = setTimeout(() => this.#connect(), this.#wait);
        this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
    }

    #receive(said) {
        if (said.event) {
            this.listen(said);
            return;
        }
        const waiting = this.#asked.get(said.re);
        this.#asked.delete(said.re);
        if (said.refused) waiting?.reject(new Refusal(said.refused.where, said.refused.code));
        else waiting?.resolve(said.is);
    }
}
