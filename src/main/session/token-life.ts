/** How long an access token still lives, by the service's own clock. */
import { decodeJwt } from 'jose';
import { AppError, fail } from '../../contract/errors';
import { wantedTokenLifeSeconds } from '../../contract/limits';
import type { Clock } from '../ports';
import { parseHttpDate } from '../remote/http-date';

/** The service's time, learned from its `Date` headers and kept on the monotonic clock: a wrong local clock costs nothing. */
export interface ServerClock {
  observe(dateHeader: string): void;
  /** Milliseconds since the epoch; the machine's own time until the service has told its. */
  now(): number;
}

export function createServerClock(clock: Clock): ServerClock {
  let offset: number | null = null;
  return {
    observe(dateHeader) {
      const date = parseHttpDate(dateHeader);
      if (date !== null) offset = date - clock.monotonic();
    },
    now: () => (offset === null ? clock.now() : clock.monotonic() + offset),
  };
}

/**
 * When a token ends, in milliseconds since the epoch. Fails with `bad-token` for anything that is not a JWT with a numeric
 * `exp` (RFC 7519 section 4.1.4), the texts `undefined` and empty among them. Nothing else of the token is read.
 */
export function expiryOf(accessToken: string): number {
  try {
    const { exp } = decodeJwt(accessToken);
    if (typeof exp === 'number' && Number.isFinite(exp)) return exp * 1000;
  } catch (cause) {
    throw fail('bad-token', {}, cause);
  }
  throw fail('bad-token');
}

/** Refuses a refresh token that cannot be one: empty, a text that stands for nothing, or not fit for a header. */
export function assertRefreshToken(refreshToken: string): void {
  if (!/^[\x21-\x7e]+$/.test(refreshToken) || refreshToken === 'undefined' || refreshToken === 'null') throw fail('bad-token');
}

/** True when the token has the life a request wants. Asking for a minute or more is a programming error. */
export function hasMinimumLifetime(accessToken: string, now: number, seconds: number = wantedTokenLifeSeconds): boolean {
  if (seconds >= 60) throw new RangeError('an access token is never asked to live a minute or more');
  return expiryOf(accessToken) - now >= seconds * 1000;
}

/** The same, with false for a damaged token: an item of the keychain that is broken costs a refresh, not the session. */
export function hasLife(accessToken: string, now: number): boolean {
  try {
    return hasMinimumLifetime(accessToken, now);
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'bad-token') return false;
    throw thrown;
  }
}
