/** The sessions of an account, as the service lists them to it (wire/endpoints 1.6). */
import { AppError } from '../../../contract/errors';
import type { ResponseOf } from '../../../contract/kit';
import type { catalogue } from '../../../contract/service/index';
import { freshTokens } from '../fresh-tokens';
import type { TokenSource } from '../send';

type OwnSessions = ResponseOf<typeof catalogue.auth.sessions, 'account'>;

/**
 * Reads the list, in which the session in use must be. One that was revoked elsewhere is not, although its access token works until
 * it expires (wire/flows 1.1); before 2.8.13 a list that is empty then fails with status 500. So the session is renewed, which throws
 * `session-ended` for a revoked one. A session to impersonate a user lives without being listed.
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

/** A service that cannot be asked now has ended nothing. */
async function assertAlive(session: TokenSource): Promise<void> {
  await freshTokens(session).catch((thrown) => {
    if (!(thrown instanceof AppError) || thrown.code === 'session-ended' || thrown.code === 'signed-out') throw thrown;
  });
}
