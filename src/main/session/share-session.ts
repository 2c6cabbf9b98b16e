/** Sharing a session with another program, which gets its refresh token (wire/flows 12). */
import { AppError } from '../../contract/errors';
import { isNetworkFailure } from '../remote/retry';
import type { TokenSource } from '../remote/send';
import type { AccountRegistry } from './account-registry';
import type { OpenSession } from './open-sessions';

/**
 * Writes the hand-over down, then runs it. It is written first, so that a crash in between cannot leave a shared session that is
 * taken for the app's own, and removed again when the service refused the token. Only this very session is handed over: one that
 * was replaced in the meantime provides no tokens.
 */
export async function shareSession(
  { edit }: Pick<AccountRegistry, 'edit'>,
  { account: { tokenSet }, session }: OpenSession,
  id: string,
  handOver: (session: TokenSource) => Promise<void>,
): Promise<void> {
  const change = (to: (known: readonly string[]) => string[]) =>
    edit((all) => all.map((account) => (account.tokenSet === tokenSet ? { ...account, handOvers: to(account.handOvers) } : account)));
  await change((known) => [...known, id]);
  try {
    await handOver(session);
  } catch (thrown) {
    if (isRefused(thrown)) await change((known) => known.filter((other) => other !== id));
    throw thrown;
  }
}

/** Whether the token certainly did not arrive, or was not accepted. */
function isRefused(thrown: unknown): boolean {
  return thrown instanceof AppError && !isNetworkFailure(thrown) && !isUnclear(thrown);
}

function isUnclear({ code, report: { status = 0 } }: AppError): boolean {
  return status >= 500 || code === 'bad-response' || code === 'protocol-violation';
}
