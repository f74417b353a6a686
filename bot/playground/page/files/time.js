/** Times as people read them, in the window's language; those that say how long ago stay true by one timer for all. */

const DAY = 86_400_000;
const STYLES = {
    t: { timeStyle: "short" },
    T: { timeStyle: "medium" },
    d: { dateStyle: "short" },
    D: { dateStyle: "long" },
    f: { dateStyle: "long", timeStyle: "short" },
    F: { dateStyle: "full", timeStyle: "short" },
    s: { dateStyle: "short", timeStyle: "short" },
    S: { dateStyle: "short", timeStyle: "medium" },
};
const UNITS = [
    ["year", 31_557_600],
    ["month", 2_629_800],
    ["day", 86_400],
    ["hour", 3_600],
    ["minute", 60],
];

/** A date in one of Discord's styles (t T d D f F s S), or how far away it is (R). */
export function styled(date, style, locale) {
    return style === "R" ? distance(date, locale) : new Intl.DateTimeFormat(locale, STYLES[style]).format(date);
}

/** When a message was sent: today only the hour, yesterday by that word, earlier with the date. */
export function sent(date, app) {
    const midnight = new Date().setHours(0, 0, 0, 0);
    const time = styled(date, "t", app.locale);
    if (date >= midnight) return time;
    // Noon of the day before is within it whatever the clocks are put forward or back by.
    if (date >= new Date(midnight - DAY / 2).setHours(0, 0, 0, 0)) return app.say("page_message.yesterday", { time });
    return styled(date, "s", app.locale);
}

/** Text of a time element, which is updated from now on if it says how far away the time is. */
export function fillTime(element, date, style, locale) {
    element.dateTime = date.toISOString();
    element.title = styled(date, "F", locale);
    element.textContent = styled(date, style, locale);
    if (style !== "R") return;
    element.dataset.alive = locale;
    timer ??= setInterval(refresh, 1000);
}

let timer = null;

function refresh() {
    for (const element of document.querySelectorAll("time[data-alive]")) {
        const text = distance(new Date(element.dateTime), element.dataset.alive);
        if (element.textContent !== text) element.textContent = text;
    }
}

function distance(date, locale) {
    const seconds = Math.round((date - Date.now()) / 1000);
    const [unit, length] = UNITS.find((each) => Math.abs(seconds) >= each[1]) ?? ["second", 1];
    const count = Math.trunc(seconds / length);
    return new Intl.RelativeTimeFormat(locale, { numeric: count ? "always" : "auto" }).format(count, unit);
}
