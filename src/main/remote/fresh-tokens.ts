/** Asking the service whether a session still lives. */
import type { TokenSource } from './send';

/** Returns tokens of a session that the service has just renewed. Throws `session-ended` for one that it has ended. */
export async function freshTokens(session: TokenSource): Promise<{ access: string; refresh: string | null }> {
  session.refuse((await session.tokens()).access);
  return session.tokens();
}
