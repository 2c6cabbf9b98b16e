/** Authentication of browser tabs: a one-time token in the URL is exchanged for a session token. */
import { timingSafeEqual } from 'node:crypto';

export interface PageTokens {
  /** Creates a one-time token that is valid for five minutes. */
  issue(): string;
  /** Exchanges a one-time token for the session token; null if it is unknown, used or expired. */
  trade(oneTime: string): string | null;
  /** Whether the token is the session token of this process. */
  isSession(token: string): boolean;
}

const lifetime = 300_000;
const maxOutstanding = 64;

/** Creates the tokens of one process. `now` returns milliseconds. */
export function createPageTokens(random: (bytes: number) => Uint8Array, now: () => number): PageTokens {
  const outstanding = new Map<string, number>();
  const session = tokenText(random);
  return {
    issue() {
      const token = tokenText(random);
      outstanding.set(token, now() + lifetime);
      const oldest = outstanding.keys().next().value;
      if (outstanding.size > maxOutstanding && oldest !== undefined) outstanding.delete(oldest);
      return token;
    },
    trade(oneTime) {
      const until = outstanding.get(oneTime);
      outstanding.delete(oneTime);
      return until !== undefined && now() <= until ? session : null;
    },
    isSession(token) {
      // Compares the lengths in bytes, because texts of the same length may differ in size and `timingSafeEqual` then throws.
      const [candidate, expected] = [Buffer.from(token), Buffer.from(session)];
      return candidate.length === expected.length && timingSafeEqual(candidate, expected);
    },
  };
}

/** Returns 32 random bytes as 43 characters of base64url. */
function tokenText(random: (bytes: number) => Uint8Array): string {
  return Buffer.from(random(32)).toString('base64url');
}
