/** Which countries of an account's sessions this computer hasn't seen before. */
import type { JsonValue } from './fields';
import type { Session } from './user-models';

/** Begin of the keys of the view state with seen countries. */
export const seenCountriesPrefix = 'sessions.countries.';

type LocatedSession = Pick<Session, 'is_current_session' | 'last_used_at_end_user_ip_info'>;

export interface CountryReview {
  /** Codes of the countries to point out, in the order of the sessions. */
  readonly unseen: readonly string[];
  /** The codes to remember now, without asking: at the first review all, and always the country of the current session. */
  readonly remembered: readonly string[];
}

/** Compares the countries of the sessions with those that were seen; null if none were remembered yet. */
export function reviewCountries(seen: readonly string[] | null, sessions: readonly LocatedSession[]): CountryReview {
  const codes = [...new Set(sessions.flatMap((session) => countryOf(session) ?? []))];
  if (seen === null) return { unseen: [], remembered: codes };
  const current = sessions.filter((session) => session.is_current_session).flatMap((session) => countryOf(session) ?? []);
  const remembered = [...new Set([...seen, ...current])];
  return { unseen: codes.filter((code) => !remembered.includes(code)), remembered };
}

/** Returns the code of the country in which a session was last used, in capitals. Null if unknown. */
export function countryOf({ last_used_at_end_user_ip_info: info }: LocatedSession): string | null {
  const code = info?.countryCode?.toUpperCase();
  return code !== undefined && isCode(code) ? code : null;
}

/**
 * Returns, by the ID of a session, the country that it is the first one from, among sessions that are still open. The country of the oldest
 * session isn't new.
 */
export function firstSessions(sessions: readonly (LocatedSession & Pick<Session, 'id' | 'created_at'>)[]): ReadonlyMap<string, string> {
  const first = new Map<string, string>();
  const seen = new Set<string>();
  for (const session of [...sessions].sort((a, b) => a.created_at - b.created_at)) {
    const country = countryOf(session);
    if (country === null || seen.has(country)) continue;
    if (seen.size > 0) first.set(session.id, country);
    seen.add(country);
  }
  return first;
}

/** Whether a stored value is a list of country codes, or null. */
export function isCountryList(value: JsonValue): value is string[] | null {
  return value === null || (Array.isArray(value) && value.every((code) => typeof code === 'string' && isCode(code)));
}

function isCode(text: string): boolean {
  return /^[A-Z]{2}$/.test(text);
}

/** Returns the key under which the view state of a connection has the countries that were seen for an account. */
export function seenCountriesKey(accountId: string): string {
  return `${seenCountriesPrefix}${accountId}`;
}

/** Returns the account whose seen countries a key of the view state contains; null for other keys. */
export function seenCountriesAccount(key: string): string | null {
  return key.startsWith(seenCountriesPrefix) ? key.slice(seenCountriesPrefix.length) : null;
}
