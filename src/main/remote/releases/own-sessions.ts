/** The list of an account's own sessions (wire/endpoints 1.6). */

import type { ResponseOf } from '#contract/definitions.ts';
import { AppError } from '#contract/errors.ts';
import type { catalog } from '#contract/service/index.ts';
import { freshTokens } from '../fresh-tokens';
import type { TokenSource } from '../send';

type OwnSessions = ResponseOf<typeof catalog.auth.sessions, 'account'>;

/**
 * Reads the list, and refreshes the session in use if it isn't listed. A session that was revoked elsewhere is missing from the list,
 * although its access token works until it expires (wire/flows 1.1); before 2.8.13 an empty list fails with status 500. Throws
 * `session-ended` for a revoked session. An impersonation session is valid without being listed.
 */
export async function readOwnSessions(read: () => Promise<unknown>, session: TokenSource): Promise<unknown> {
  try {
    const list = (await read()) as OwnSessions;
    if (!list.items.some(({ is_current_session: isCurrent }) => isCurrent)) await assertAlive(session);
    return list;
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'service-error' && thrown.report.status === 500) await assertAlive(session);
    throw thrown;
  }
}

/** Throws if the service has ended the session. Other failures to refresh it are ignored. */
async function assertAlive(session: TokenSource): Promise<void> {
  await freshTokens(session).catch((thrown) => {
    if (!(thrown instanceof AppError) || thrown.code === 'session-ended' || thrown.code === 'signed-out') throw thrown;
  });
}
