/** The end of every sign-in method: stores the tokens and reads the account's name. */

import type { SignedInStep } from '#contract/bridge/sign-in.ts';
import { AppError, fail } from '#contract/errors.ts';
import { catalog } from '#contract/service/index.ts';
import type { ClientUser } from '#contract/service/models/user-models.ts';
import type { DestinationOf, PinnedConnection } from '../records/pinned-connection';
import type { Sender, TokenSource } from '../remote/send';
import type { NewAccount } from '../session/add-account';
import type { Sessions } from '../session/sessions';

/** The service's response to a sign-in (wire/endpoints 0.11). */
export interface SignedIn {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly user_id: string;
  readonly is_new_user?: boolean | undefined;
}

export interface FinishDeps {
  readonly sender: Sender;
  readonly sessions: Sessions;
  readonly destinationOf: DestinationOf;
}

/** Requests a session with `send`, but only if its tokens can be stored: a locked keychain must not use up a code or an attempt. */
export async function requestSession<T extends SignedIn>({ sessions }: Pick<FinishDeps, 'sessions'>, send: () => Promise<T>): Promise<T> {
  await sessions.assertReady();
  return send();
}

/** Facts about a sign-in beyond the service's response. */
export type Outcome = Pick<SignedInStep, 'isNewUser'> &
  Partial<Pick<SignedInStep, 'upgraded' | 'goTo'>> & {
    /** Whether the session is also used by another program or site. */
    readonly isShared?: boolean;
  };

/**
 * Stores an account for a service's response, and requests its user at the same time. Throws when the tokens can't be stored or have ended,
 * and `connection-changed` when the connection no longer points to the destination; no account is left then.
 */
export async function finishSignIn(
  deps: FinishDeps,
  pinned: PinnedConnection,
  signedIn: SignedIn,
  { isNewUser, upgraded = false, goTo = null, isShared = false }: Outcome,
): Promise<SignedInStep> {
  const { connectionId } = pinned;
  const { refresh_token: refreshToken, access_token: accessToken, user_id: userId } = signedIn;
  const adding = addAccount(deps, pinned, { connectionId, userId, refreshToken, accessToken, isShared });
  const kept = adding.then((id) => deps.sessions.source(id, connectionId));
  const fresh = { access: accessToken, refresh: refreshToken };
  const [accountId, user] = await Promise.all([adding, readUser(deps, pinned, freshTokens(fresh, kept))]);
  if (user !== null) await deps.sessions.describe(connectionId, user);
  return { step: 'signed-in', accountId, user, isNewUser, upgraded, goTo };
}

/** Reads the account's user; null when it can't be read, which doesn't affect the sign-in. */
export async function readAccountUser(deps: FinishDeps, accountId: string, pinned: PinnedConnection): Promise<ClientUser | null> {
  const { connectionId } = pinned;
  const user = await readUser(deps, pinned, deps.sessions.source(accountId, connectionId));
  if (user !== null) await deps.sessions.describe(connectionId, user);
  return user;
}

/** Reads the user; null when that fails, because the name comes with a later response. */
async function readUser({ sender, sessions }: FinishDeps, pinned: PinnedConnection, session: TokenSource): Promise<ClientUser | null> {
  try {
    const target = await sessions.target(pinned.connectionId, pinned.destination);
    return await sender.send(catalog.users.me, 'account', target, {}, { session });
  } catch (thrown) {
    if (!(thrown instanceof AppError) || thrown.code === 'session-ended' || thrown.code === 'signed-out') throw thrown;
    return null;
  }
}

/** Adds an account. Tokens of one server must not be stored for a connection that points to another. */
async function addAccount({ sessions, destinationOf }: FinishDeps, pinned: PinnedConnection, account: NewAccount): Promise<string> {
  const isSameDestination = () => destinationOf(pinned.connectionId) === pinned.destination;
  if (!isSameDestination()) throw fail('connection-changed');
  const accountId = await sessions.add(account);
  if (isSameDestination()) return accountId;
  // An edit deletes the accounts that it finds, and this one may have been added after that.
  await sessions.forget(accountId).catch((thrown) => {
    if (!(thrown instanceof AppError) || thrown.code !== 'unknown-account') throw thrown;
  });
  throw fail('connection-changed');
}

/** Returns the tokens of an account that is still being stored; after they were rejected, those of its session. */
function freshTokens(fresh: { readonly access: string; readonly refresh: string }, kept: Promise<TokenSource>): TokenSource {
  // The failure is reported to the caller that stores the account.
  kept.catch(() => undefined);
  let isRefused = false;
  return {
    tokens: async () => (isRefused ? (await kept).tokens() : fresh),
    refuse(access) {
      isRefused = true;
      kept.then((session) => session.refuse(access)).catch(() => undefined);
    },
  };
}
