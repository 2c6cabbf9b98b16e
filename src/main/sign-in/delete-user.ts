/** Deletes the account's own user, confirmed by typing the email address or the ID. */
import type { Account } from '#contract/bridge/accounts.ts';
import { AppError, fail } from '#contract/errors.ts';
import { catalog } from '#contract/service/index.ts';
import { isTyped } from '#contract/text/visible-text.ts';
import type { Gateway } from '../gateway/create-gateway';
import type { SendWrite } from '../gateway/send-write';
import type { Caller } from '../ports/caller';
import { mayMeanNoUser } from '../remote/retry';
import type { Sender } from '../remote/send';
import type { Topic } from '../runtime/topics';
import type { Sessions } from '../session/sessions';
import { assertNotImpersonated } from '../session/sessions';

export interface DeleteUserDeps {
  readonly sender: Sender;
  readonly sessions: Pick<Sessions, 'source' | 'target' | 'forget'>;
  readonly checkChange: Gateway['checkChange'];
  readonly sendWrite: SendWrite;
  readonly accounts: Topic<Account[]>;
}

/** Compares the typed text with the user's current email address or ID, deletes the user, and removes the account. */
export async function deleteUser(
  { sender, sessions, accounts, checkChange, sendWrite }: DeleteUserDeps,
  { accountId, typed }: { accountId: string; typed: string },
  caller: Caller,
): Promise<void> {
  const account = accounts.get().value.find(({ id }) => id === accountId);
  if (account === undefined) throw fail('unknown-account');
  assertNotImpersonated(account);
  const { connectionId } = account;
  const endpoint = catalog.users.deleteMe;
  const assertAllowed = checkChange({ name: 'users.deleteMe', endpoint, actor: 'account', connectionId, accountId, input: {} }, caller);
  const session = sessions.source(accountId, connectionId);
  const target = await sessions.target(connectionId);
  const user = await sender.send(catalog.users.me, 'account', target, {}, { session });
  if (![user.primary_email ?? '', user.id].some((text) => isTyped(typed, text))) throw fail('bad-input', { path: 'typed' });
  const origin = { source: 'window', connectionId, accountId } as const;
  // Windows are told once they no longer have the account, which could read nothing again.
  await sendWrite({ endpoint: 'users.deleteMe', connectionId, deletedIds: [user.id] }, async () => {
    try {
      await sender.send(endpoint, 'account', target, {}, { session, assertAllowed, origin });
    } catch (thrown) {
      if (!isUserGone(thrown)) throw thrown;
    }
    await sessions.forget(accountId);
  });
}

/** Whether the service no longer has the user, because the request was repeated after its response was lost. */
function isUserGone(thrown: unknown): boolean {
  return thrown instanceof AppError && thrown.code === 'session-ended' && thrown.cause instanceof AppError && mayMeanNoUser(thrown.cause);
}
