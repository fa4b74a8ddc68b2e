// The page's texts, and times in its language.

const texts = JSON.parse(document.getElementById("strings").textContent);
const language = document.documentElement.lang;

/** A text, with `{name}` replaced by values. */
export function t(key, values = {}) {
  return (texts[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

export const has = (key) => key in texts;

/** What a person is told about an error. */
export function explain(error) {
  const key = `code.${error.code}`;
  const wait = error.retryAfter ? ` ${t("wait", { seconds: error.retryAfter })}` : "";
  return (has(key) ? t(key) : t("code.unknown")) + wait;
}

const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
const UNITS = [["year", 31_557_600], ["month", 2_629_800], ["day", 86_400], ["hour", 3_600], ["minute", 60]];

/** "5 minutes ago", from Unix seconds. */
export function ago(time) {
  const seconds = time - Date.now() / 1_000;
  for (const [unit, length] of UNITS) {
    if (Math.abs(seconds) >= length) return relative.format(Math.round(seconds / length), unit);
  }
  return relative.format(0, "second");
}

const calendar = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });

/** Date and time of day, from Unix seconds. */
export const date = (time) => calendar.format(time * 1_000);
