/** Adds the account of a sign-in. */
import { AppError, fail } from '#contract/errors.ts';
import type { Clock } from '../ports/ports';
import { isNetworkFailure } from '../remote/retry';
import type { Sender, Target, TokenSource } from '../remote/send';
import type { AccountRegistry, OpenSession } from './account-registry';
import type { AccountRecord } from './accounts-file';
import { refreshAccessToken, revokeRemoteSession } from './session-calls';
import type { SessionTargets } from './session-targets';
import { hasLife } from './token-life';
import type { TokenStore, Tokens } from './token-store';

export interface NewAccount {
  readonly connectionId: string;
  readonly userId: string;
  readonly refreshToken: string;
  readonly accessToken: string;
  /** Whether the session is also used elsewhere, by the site that handed it over. */
  readonly isShared?: boolean;
  /** The impersonation that the session belongs to. */
  readonly impersonationId?: string;
}

export interface AddAccountDeps {
  readonly registry: Pick<AccountRegistry, 'add'>;
  readonly targets: Pick<SessionTargets, 'target' | 'clockOf'>;
  readonly store: TokenStore;
  readonly sender: Sender;
  readonly clock: Clock;
  readonly newId: () => string;
}

/** Maximum number of tries to add an account while other processes are starting. */
const maxTries = 5;

/**
 * Stores the tokens, makes the account the connection's current one, and returns its ID. An existing account of the user keeps its ID, and
 * its previous session is ended at the service unless it is shared.
 */
export async function addAccount(deps: AddAccountDeps, account: NewAccount): Promise<string> {
  const { registry, targets, store, sender, clock, newId } = deps;
  const { connectionId, userId, refreshToken, accessToken, isShared = false, impersonationId } = account;
  const tokens = { refresh: refreshToken, access: accessToken };
  const handOvers = isShared ? [newId()] : [];
  // Read before the tokens are stored, because an older session of the user belongs to the connection's present target.
  const target = targets.target(connectionId).catch(() => null);
  const replacedDeps = { store, sender, clock, target, now: targets.clockOf(connectionId).now };
  for (let tries = 0; tries < maxTries; tries += 1) {
    const session = { tokenSet: newId(), connectionId, userId, handOvers, ...(impersonationId === undefined ? {} : { impersonationId }) };
    const accountId = await registry.add(session, tokens, (replaced) => endReplaced(replacedDeps, replaced, refreshToken));
    if (accountId !== null) return accountId;
  }
  throw fail('profile-busy');
}

/** Ends the session that a new sign-in of the same user replaced, because this profile no longer uses it. */
interface ReplacedSessionDeps {
  readonly store: TokenStore;
  readonly sender: Sender;
  readonly clock: Clock;
  /** The target that the session belongs to; null if it is not available. */
  readonly target: Promise<Target | null>;
  /** Returns the service's time in milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Ends a replaced session at the service, with a timeout of 5 s. Failures are ignored. Does not end a session that is shared, or that
 * has the same refresh token as the new session.
 */
async function endReplaced(deps: ReplacedSessionDeps, replaced: AccountRecord, refreshToken: string): Promise<void> {
  if (replaced.handOvers.length > 0) return;
  // Without readable tokens the session can't be ended. The caller removes them anyway.
  const tokens = await deps.store.read(replaced.tokenSet).catch(() => null);
  if (tokens === null || tokens.refresh === refreshToken) return;
  const target = await deps.target;
  if (target === null) return;
  await revokeRemoteSession(deps.sender, deps.clock, async () => target, unusedTokens(deps, target, tokens));
}

/** Returns a source for tokens that no account uses. Refreshed tokens are not stored. */
function unusedTokens({ sender, now }: ReplacedSessionDeps, target: Target, { refresh, access: stored }: Tokens): TokenSource {
  let access = stored !== null && hasLife(stored, now()) ? stored : null;
  return {
    async tokens() {
      access ??= await refreshAccessToken(sender, target, refresh);
      return { access, refresh };
    },
    refuse(refused) {
      if (access === refused) access = null;
    },
  };
}

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
