/** Who and what somebody can choose in a channel, as [{value, label, sign}]. */

/** People; the bot, who is seldom meant, comes last. */
export function peopleAt(channel, app) {
    const people = channel.guild ? [...app.users.values()] : [app.me, app.bot];
    const place = ({ id }) => Number(id === app.bot.id);
    return people.sort((a, b) => place(a) - place(b)).map(({ id, name }) => ({ value: id, label: name, sign: "@" }));
}

/** The roles of the channel's server. */
export function rolesAt(channel, app) {
    const here = [...app.roles.values()].filter(({ guild }) => guild === channel.guild);
    return here.map(({ id, name }) => ({ value: id, label: name.replace(/^@/u, ""), sign: "@" }));
}

/** The channels of the channel's server that are of some types, of any where none is named. */
export function channelsAt(channel, app, types) {
    const here = [...app.channels.values()].filter(({ guild }) => guild !== null && guild === channel.guild);
    const fitting = here.filter(({ type }) => !types?.length || types.includes(type));
    return fitting.map(({ id, name }) => ({ value: id, label: name, sign: "#" }));
}
