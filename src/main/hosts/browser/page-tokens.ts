/** How a browser tab proves that it was opened by this program: a one-time token, traded for a session token. */
import { timingSafeEqual } from 'node:crypto';

export interface PageTokens {
  /** A token that opens one page, once, within five minutes. */
  issue(): string;
  /** The session token for a one-time token; null when it is unknown, used or old. */
  trade(oneTime: string): string | null;
  /** True for a session token of this start. */
  isSession(token: string): boolean;
}

const lifetime = 300_000;
const maxOutstanding = 64;

/** Keeps tokens for one run of the program; `random` gives 32 bytes, `now` milliseconds. */
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
      // Bytes, not characters: texts of the same length may differ in size, and the comparison throws at that.
      const [given, own] = [Buffer.from(token), Buffer.from(session)];
      return given.length === own.length && timingSafeEqual(given, own);
    },
  };
}

/** 43 characters of base64url. */
function tokenText(random: (bytes: number) => Uint8Array): string {
  return Buffer.from(random(32)).toString('base64url');
}
