/** Deletes the account's own user, confirmed by typing the email address. */
import type { Account } from '../../contract/bridge/accounts';
import { AppError, fail } from '../../contract/errors';
import { catalogue } from '../../contract/service/index';
import type { AssertWritable } from '../gateway/safety';
import { mayMeanNoUser } from '../remote/retry';
import type { Sender } from '../remote/send';
import type { Topic } from '../runtime/topic';
import { assertNotImpersonated } from '../session/assert-not-impersonated';
import type { Sessions } from '../session/sessions';

export interface DeleteUserDeps {
  readonly sender: Sender;
  readonly sessions: Pick<Sessions, 'source' | 'target' | 'forget'>;
  readonly assertWritable: AssertWritable;
  readonly accounts: Topic<Account[]>;
}

/** Compares the typed text with the user's current email address or ID, deletes the user, and removes the account. */
export async function deleteUser(deps: DeleteUserDeps, { accountId, typed }: { accountId: string; typed: string }): Promise<void> {
  const { sender, sessions, accounts } = deps;
  const account = accounts.get().value.find(({ id }) => id === accountId);
  if (account === undefined) throw fail('unknown-account');
  assertNotImpersonated(account);
  const assertAllowed = () => deps.assertWritable(account.connectionId);
  assertAllowed();
  const session = sessions.source(accountId, account.connectionId);
  const target = await sessions.target(account.connectionId);
  const user = await sender.send(catalogue.users.me, 'account', target, {}, { session });
  if (typed.trim() !== (user.primary_email ?? user.id)) throw fail('bad-input', { path: 'typed' });
  try {
    await sender.send(catalogue.users.deleteMe, 'account', target, {}, { session, assertAllowed });
  } catch (thrown) {
    if (!isUserGone(thrown)) throw thrown;
  }
  await sessions.forget(accountId);
}

/** Whether the service no longer has the user, because the request was repeated after its response was lost. */
function isUserGone(thrown: unknown): boolean {
  return thrown instanceof AppError && thrown.code === 'session-ended' && thrown.cause instanceof AppError && mayMeanNoUser(thrown.cause);
}
