/** Validity of access tokens by the service's clock. */
import { decodeJwt } from 'jose';
import { AppError, fail } from '#contract/errors.ts';
import { wantedTokenLifeSeconds } from '#contract/limits.ts';
import type { Clock } from '../ports/ports';
import { parseHttpDate } from '../remote/retry';

/** The service's time, set from its `Date` headers and advanced by the monotonic clock, so that a wrong local clock has no effect. */
export interface ServerClock {
  observe(dateHeader: string): void;
  /** Returns milliseconds since the epoch; the machine's time until the first `Date` header. */
  now(): number;
}

export function createServerClock(clock: Clock): ServerClock {
  let offset: number | null = null;
  // The responses of one second have the same header.
  let last: { readonly header: string; readonly date: number | null } = { header: '', date: null };
  return {
    observe(dateHeader) {
      if (dateHeader !== last.header) last = { header: dateHeader, date: parseHttpDate(dateHeader) };
      if (last.date !== null) offset = last.date - clock.monotonic();
    },
    now: () => (offset === null ? clock.now() : clock.monotonic() + offset),
  };
}

/**
 * Returns a token's expiry in milliseconds since the epoch. Throws `bad-token` for anything that is not a JWT with a numeric `exp`
 * (RFC 7519 section 4.1.4). Reads nothing else of the token.
 */
export function expiryOf(accessToken: string): number {
  try {
    const { exp } = decodeJwt(accessToken);
    const millis = typeof exp === 'number' ? exp * 1000 : Number.NaN;
    if (Number.isFinite(millis)) return millis;
  } catch (cause) {
    throw fail('bad-token', {}, cause);
  }
  throw fail('bad-token');
}

/** Throws `bad-token` for a text that can't be a refresh token: empty, `undefined`, `null`, or not valid in a header. */
export function assertRefreshToken(refreshToken: string): void {
  if (!/^[\x21-\x7e]+$/.test(refreshToken) || refreshToken === 'undefined' || refreshToken === 'null') throw fail('bad-token');
}

/** Whether the token is valid for at least `seconds`. Throws a `RangeError` for a minute or more, which is a programming error. */
export function hasMinimumLifetime(accessToken: string, now: number, seconds: number = wantedTokenLifeSeconds): boolean {
  return lasts(expiryOf(accessToken), now, seconds);
}

function lasts(expiry: number, now: number, seconds: number = wantedTokenLifeSeconds): boolean {
  if (seconds >= 60) throw new RangeError('an access token is never asked to live a minute or more');
  return expiry - now >= seconds * 1000;
}

/** Whether the token is valid long enough for a request. False for a damaged token, which is then refreshed. */
export function hasLife(accessToken: string, now: number): boolean {
  return lasts(expiryOrNever(accessToken), now);
}

/**
 * Creates a check like `hasLife` for tokens in memory. It decodes each object's token once, because every request asks about the same one,
 * and retains none.
 */
export function createLifeCheck(): (tokens: { readonly access: string | null }, now: number) => boolean {
  const expiries = new WeakMap<object, number>();
  return (tokens, now) => {
    const expiry = expiries.get(tokens) ?? expiryOrNever(tokens.access ?? '');
    expiries.set(tokens, expiry);
    return lasts(expiry, now);
  };
}

/** Returns a time long ago for a damaged token. */
function expiryOrNever(accessToken: string): number {
  try {
    return expiryOf(accessToken);
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'bad-token') return Number.NEGATIVE_INFINITY;
    throw thrown;
  }
}
