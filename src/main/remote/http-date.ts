/** Dates in the formats of HTTP (RFC 9110 section 5.6.7). */

const time = String.raw`\d{2}:\d{2}:\d{2}`;
const withZone = new RegExp(`^(?:[A-Z][a-z]{2}, \\d{2} [A-Z][a-z]{2} \\d{4}|[A-Z][a-z]{5,8}, \\d{2}-[A-Z][a-z]{2}-\\d{2}) ${time} GMT$`);
const withoutZone = new RegExp(`^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \\d]\\d ${time} \\d{4}$`);

/** Returns milliseconds since the epoch; null for other formats, because `Date.parse` alone also accepts texts such as `-5`. */
export function parseHttpDate(text: string | undefined): number | null {
  if (text === undefined) return null;
  const date = withZone.test(text) ? Date.parse(text) : withoutZone.test(text) ? Date.parse(`${text} GMT`) : Number.NaN;
  return Number.isNaN(date) ? null : date;
}
