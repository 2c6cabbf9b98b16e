/** Hand-over of a session's refresh token to another program (wire/flows 12). */
import { AppError } from '../../contract/errors';
import { isNetworkFailure } from '../remote/retry';
import type { TokenSource } from '../remote/send';
import type { AccountRegistry } from './account-registry';
import type { OpenSession } from './open-sessions';

/**
 * Records the hand-over in the accounts file, then runs it. It is recorded first, so that a shared session is marked as such even after
 * a crash, and removed again if the service refused the token. A session that was replaced in the meantime provides no tokens.
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

/** Whether the error proves that the token was not accepted. */
function isRefused(thrown: unknown): boolean {
  return thrown instanceof AppError && !isNetworkFailure(thrown) && !isUnclear(thrown);
}

function isUnclear({ code, report: { status = 0 } }: AppError): boolean {
  return status >= 500 || code === 'bad-response' || code === 'protocol-violation';
}
