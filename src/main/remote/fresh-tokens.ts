/** Checks with the service whether a session is still valid. */
import type { TokenSource } from './send';

/** Refreshes a session and returns its tokens. Throws `session-ended` if the service has ended it. */
export async function freshTokens(session: TokenSource): Promise<{ access: string; refresh: string | null }> {
  session.refuse((await session.tokens()).access);
  return session.tokens();
}
