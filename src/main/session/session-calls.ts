/** The calls of a session: refresh, user check and sign-out. */
import { processRefreshTokenResponse } from 'oauth4webapi';
import { AppError, fail } from '#contract/errors.ts';
import { catalog } from '#contract/service/index.ts';
import type { Clock, TransportResponse } from '../ports/ports';
import { abortable } from '../remote/cancellation';
import { authorizationServerOf, toFetchResponse } from '../remote/oauth-server';
import type { Sender, Target, TokenSource } from '../remote/send';
import type { AccountRegistry } from './account-registry';
import type { TokenStore } from './token-store';

const signOutLimit = 5_000;

/**
 * Requests a new access token, in the OAuth form if the connection has a publishable key, else in the direct form (wire/flows 1.3).
 * Throws `bad-response` for an incomplete response.
 */
export async function refreshAccessToken(sender: Sender, target: Target, refreshToken: string): Promise<string> {
  const publishableKey = (await target.keys.client?.()) ?? null;
  if (publishableKey === null) {
    const options = { refreshToken, check: checkDirectRefresh };
    return (await sender.send(catalog.auth.refresh, 'none', target, {}, options)).access_token;
  }
  const body = {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    client_id: target.projectId,
    client_secret: publishableKey,
  } as const;
  const check = (response: TransportResponse) => checkOAuthRefresh(target, response);
  return (await sender.send(catalog.auth.token, 'none', target, { body }, { check })).access_token;
}

/** Whether the user of a session exists. Tokens of a deleted user may still be valid (wire/flows 13). */
export async function hasUser(sender: Sender, target: Target, session: TokenSource): Promise<boolean> {
  try {
    await sender.send(catalog.users.me, 'account', target, {}, { session, once: true });
    return true;
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.report.known === 'CANNOT_GET_OWN_USER_WITHOUT_USER') return false;
    throw thrown;
  }
}

/** Signs out at the service. Resolves to true if the session has ended within 5 s, also if it had ended before. */
export async function revokeRemoteSession(
  sender: Sender,
  clock: Clock,
  target: () => Promise<Target>,
  session: TokenSource,
): Promise<boolean> {
  const limit = new AbortController();
  const { signal } = limit;
  const cancel = clock.after(signOutLimit, () => limit.abort());
  try {
    // Read before the request, because a refresh that fails isn't a response to it.
    const { refresh } = await abortable(session.tokens(), { signal });
    const to = await abortable(target(), { signal });
    return await sender.send(catalog.auth.signOut, 'account', to, {}, { session, signal, origin: { source: 'app' } }).then(
      () => true,
      async (thrown) => isSessionGone(thrown) || (isUnclear(thrown) && refresh !== null && (await hasEnded(sender, to, refresh, signal))),
    );
  } catch (thrown) {
    // No error must prevent the removal of the account from the app.
    return isSessionGone(thrown);
  } finally {
    cancel();
  }
}

function isSessionGone(thrown: unknown): boolean {
  if (!(thrown instanceof AppError)) return false;
  return thrown.code === 'session-ended' || thrown.report.known === 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED';
}

/** Whether an error may mean that there was no session: from 2.8.81 on, signing out of one fails with status 500 (wire/corrections 2.8.86). */
function isUnclear(thrown: unknown): boolean {
  return thrown instanceof AppError && thrown.code === 'service-error' && thrown.report.status === 500;
}

/** Whether a session can no longer be refreshed. Failures of the service itself don't mean that. */
async function hasEnded(sender: Sender, target: Target, refreshToken: string, signal: AbortSignal): Promise<boolean> {
  const options = { refreshToken, check: checkDirectRefresh, signal, once: true };
  return sender.send(catalog.auth.refresh, 'none', target, {}, options).then(() => false, isSessionGone);
}

/**
 * Validates a response in the OAuth form (RFC 6749 section 5.1): status 200, an access token, token type bearer or dpop, a positive
 * `expires_in`. Throws `bad-response` otherwise. The library alone would accept a missing or zero `expires_in`.
 */
async function checkOAuthRefresh(target: Target, response: TransportResponse): Promise<void> {
  const { status } = response;
  const client = { client_id: target.projectId };
  // The library's errors are not attached, because they quote the body, which may contain tokens.
  const tokens = await processRefreshTokenResponse(authorizationServerOf(target), client, toFetchResponse(response)).catch(() => null);
  if (tokens === null) throw fail('bad-response', { status });
  if (tokens.expires_in === undefined || tokens.expires_in <= 0) throw fail('bad-response', { status, path: 'expires_in' });
}

/** Validates a response in the direct form, which contains only an access token. Throws `bad-response` unless its status is 200. */
async function checkDirectRefresh({ status }: TransportResponse): Promise<void> {
  if (status !== 200) throw fail('bad-response', { status });
}

/** Signing out: ends a session at the service and removes its account. */
export interface SignOut {
  /**
   * Ends the session at the service if that succeeds within 5 s, and removes the account. Throws the keychain's code and changes
   * nothing if the keychain is locked or unavailable, because the secrets can't be removed then.
   */
  signOut(accountId: string): Promise<{ endedAtService: boolean }>;
  /** Signs out all accounts of a connection, one after another. `endedAtService` is false if a session was not ended there. */
  signOutAll(connectionId: string): Promise<{ endedAtService: boolean }>;
}

interface SignOutDeps {
  readonly registry: Pick<AccountRegistry, 'all' | 'find' | 'remove'>;
  readonly store: TokenStore;
  readonly sender: Sender;
  readonly clock: Clock;
  readonly target: (connectionId: string) => Promise<Target>;
}

export function createSignOut({ registry, store, sender, clock, target }: SignOutDeps): SignOut {
  const signOut = async (accountId: string) => {
    const { account, session } = registry.find(accountId);
    const isOver = session.state === 'invalid';
    if (!isOver) await assertReadable(store, account.tokenSet);
    const endedAtService = isOver || (await revokeRemoteSession(sender, clock, () => target(account.connectionId), session));
    // Matches the token set too, so that a new sign-in in the meantime is not removed.
    await registry.remove(({ id, tokenSet }) => id === accountId && tokenSet === account.tokenSet);
    return { endedAtService };
  };
  return {
    signOut,
    async signOutAll(connectionId) {
      const own = registry.all().filter(({ account }) => account.connectionId === connectionId);
      const endings: boolean[] = [];
      for (const { account } of own) endings.push((await signOut(account.id)).endedAtService);
      return { endedAtService: endings.every(Boolean) };
    },
  };
}

/** Throws if the tokens can't be read. A damaged item is ignored, because it must not prevent signing out. */
async function assertReadable(store: TokenStore, tokenSet: string): Promise<void> {
  await store.read(tokenSet).catch((thrown) => {
    if (!(thrown instanceof AppError) || thrown.code !== 'keychain-corrupt') throw thrown;
  });
}
