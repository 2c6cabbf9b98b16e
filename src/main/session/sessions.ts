/** The accounts of all connections and their sessions. */
import type { Account } from '#contract/bridge/accounts.ts';
import type { ServiceClock } from '#contract/bridge/connections.ts';
import { fail } from '#contract/errors.ts';
import { isAnonymous, type SignInMethods } from '#contract/service/models/sign-in-methods.ts';
import type { ClientUser } from '#contract/service/models/user-models.ts';
import type { Clock } from '../ports/ports';
import type { ConnectionTarget } from '../records/connection-target';
import type { Releases } from '../remote/releases/releases';
import type { Sender, TokenSource } from '../remote/send';
import type { Topic } from '../runtime/topics';
import type { JsonFile } from '../storage/json-file';
import { type AccountRegistry, createAccountRegistry, type OpenSession } from './account-registry';
import { type AccountRecord, type AccountsData, withCurrent, withOwnCurrent, withUser } from './accounts-file';
import { addAccount, type NewAccount, shareSession } from './add-account';
import { createSession, type Session } from './session';
import { createSignOut, hasUser, refreshAccessToken, type SignOut } from './session-calls';
import { createSessionTargets, type SessionTargets } from './session-targets';
import type { RefreshLock, TokenRevisions, TokenStore, Tokens } from './token-store';

/** The fields of a user that an account displays. */
type KnownUser = Pick<ClientUser, 'id' | 'display_name' | 'is_anonymous'> & SignInMethods;

export interface Sessions extends SignOut, Pick<SessionTargets, 'target' | 'complete' | 'withOwner'> {
  /** Reads the accounts, removes secrets that remained after a crash, and starts to follow changes by other processes. */
  load(): Promise<void>;
  /** Reads the accounts again, because another process may have changed them. */
  reload(): Promise<void>;
  /** Throws the keychain's code if tokens can't be stored. Called before a one-time code is used for a session. */
  assertReady(): Promise<void>;
  /**
   * Stores the tokens, makes the account the connection's current one, and returns its ID. An existing account of the user keeps its
   * ID, and its previous session is ended at the service unless it is shared.
   */
  add(account: NewAccount): Promise<string>;
  /** Updates an account with its user's fields from the service. */
  describe(connectionId: string, user: KnownUser): Promise<void>;
  /** Returns the name of the account’s token set, which each sign-in replaces; undefined for an unknown account. */
  tokenSetOf(accountId: string): string | undefined;
  /** Whether an account is that of an impersonation. */
  isImpersonated(accountId: string): boolean;
  /** Returns the tokens of an account. Throws `unknown-account` if it does not belong to the connection. */
  source(accountId: string, connectionId: string): TokenSource;
  /**
   * Marks the account's session as shared, then calls `handOver`, which passes its refresh token to another program. Throws
   * `unknown-account` if the account does not belong to the connection, and `impersonating` for an account of an impersonation.
   */
  share(accountId: string, connectionId: string, handOver: (session: TokenSource) => Promise<void>): Promise<void>;
  use(accountId: string): Promise<void>;
  /**
   * Makes an account that the user signed in to the connection's current one, unless it is one already: `preferred` if it exists. Without
   * such accounts, the connection has no current account.
   */
  switchToOwn(connectionId: string, preferred?: string): Promise<void>;
  /** Removes an account without a request to the service. */
  forget(accountId: string): Promise<void>;
  /** Removes all accounts of a connection without a request to the service. */
  forgetConnection(connectionId: string): Promise<void>;
  /** Returns the time (milliseconds since the epoch) by the clock of a connection's service, or by the machine's until it is known. */
  serverTime(connectionId: string): number;
  close(): void;
}

export interface SessionsDeps {
  readonly file: JsonFile<AccountsData>;
  /** Calls `listener` when the file has changed. Returns a function that unsubscribes. */
  readonly onFileChange: (listener: () => void) => () => void;
  readonly store: TokenStore;
  readonly revisions: TokenRevisions;
  readonly lock: RefreshLock;
  readonly sender: Sender;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly target: (connectionId: string) => Promise<ConnectionTarget>;
  readonly releases: Pick<Releases, 'known'>;
  readonly topic: Topic<Account[]>;
  readonly clocks: Topic<ServiceClock[]>;
}

/** Creates the sessions, without accounts until `load`. */
export function createSessions(deps: SessionsDeps): Sessions {
  const { sender, clock, store, newId, releases } = deps;
  const stops: (() => void)[] = [];
  const targets = createSessionTargets({
    clock,
    clocks: deps.clocks,
    releases,
    readTarget: deps.target,
    tokensOf: ({ connectionId, userId }) => sourceOf(findOfUser(registry, connectionId, userId)),
  });
  const registry = createAccountRegistry({
    file: deps.file,
    store,
    topic: deps.topic,
    open: (account, tokens) => openSession(deps, { targets, isUsed: registry.isUsed, end: registry.end }, account, tokens),
  });
  const sourceOf = ({ account }: OpenSession): TokenSource => accountSource(() => registry.get(account.id)?.session);

  return {
    complete: targets.complete,
    withOwner: targets.withOwner,
    target: targets.target,
    ...createSignOut({ registry, store, sender, clock, target: targets.target }),
    serverTime: (connectionId) => targets.clockOf(connectionId).now(),
    async load() {
      await registry.load();
      stops.push(
        deps.onFileChange(() => void registry.reload().catch(() => undefined)),
        deps.revisions.onForeignChange(registry.reread),
      );
    },
    reload: registry.reload,
    assertReady: () => store.assertReady(),
    add: (account) => addAccount({ registry, targets, store, sender, clock, newId }, account),
    describe: (connectionId, user) => describeUser(registry, connectionId, user),
    tokenSetOf: (accountId) => registry.get(accountId)?.account.tokenSet,
    isImpersonated: (accountId) => registry.get(accountId)?.account.impersonationId !== undefined,
    source: (accountId, connectionId) => sourceOf(findOf(registry, accountId, connectionId)),
    async share(accountId, connectionId, handOver) {
      const found = findOf(registry, accountId, connectionId);
      assertNotImpersonated(found.account);
      await shareSession(registry, found, newId(), handOver);
    },
    async use(accountId) {
      const { connectionId } = registry.find(accountId).account;
      await registry.edit((all) => withCurrent(all, connectionId, accountId));
    },
    switchToOwn: (connectionId, preferred) => registry.edit((all) => withOwnCurrent(all, connectionId, preferred)),
    async forget(accountId) {
      registry.find(accountId);
      await registry.remove(({ id }) => id === accountId);
    },
    async forgetConnection(connectionId) {
      await registry.remove((account) => account.connectionId === connectionId);
      targets.forget(connectionId);
    },
    close() {
      for (const stop of stops) stop();
    },
  };
}

/** Throws `unknown-account` for an account of another connection. */
function findOf(registry: AccountRegistry, accountId: string, connectionId: string): OpenSession {
  const found = registry.find(accountId);
  if (found.account.connectionId !== connectionId) throw fail('unknown-account');
  return found;
}

/** Throws `unknown-account` if the user isn't signed in on the connection. Impersonating a project's owner doesn't sign the owner in. */
function findOfUser(registry: AccountRegistry, connectionId: string, userId: string): OpenSession {
  const found = accountsOf(registry, connectionId, userId).find(({ account }) => account.impersonationId === undefined);
  if (found === undefined) throw fail('unknown-account');
  return found;
}

interface OpenSessionDeps extends Pick<AccountRegistry, 'isUsed' | 'end'> {
  readonly targets: SessionTargets;
}

/** Creates the session of an account. */
function openSession(
  { store, lock, sender, revisions }: SessionsDeps,
  { targets, isUsed, end }: OpenSessionDeps,
  { tokenSet, connectionId }: AccountRecord,
  tokens: Tokens | null,
): Session {
  const sessionDeps = {
    tokenSet,
    store,
    serverClock: targets.clockOf(connectionId),
    lock,
    requestRefresh: async (refreshToken: string) => refreshAccessToken(sender, await targets.target(connectionId), refreshToken),
    hasUser: async (source: TokenSource) => hasUser(sender, await targets.target(connectionId), source),
    isUsed: () => isUsed(tokenSet),
    onRefreshed: () => revisions.bump(tokenSet),
    onEnded: () => end(tokenSet),
  };
  return createSession(sessionDeps, tokens);
}

function accountsOf({ all }: Pick<AccountRegistry, 'all'>, connectionId: string, userId: string): OpenSession[] {
  return all().filter(({ account }) => account.connectionId === connectionId && account.userId === userId);
}

/** Updates the accounts of a user whose sessions have not ended, if a field has changed. */
async function describeUser(registry: AccountRegistry, connectionId: string, user: KnownUser): Promise<void> {
  const now = {
    displayName: user.display_name,
    primaryEmail: user.primary_email,
    state: isAnonymous(user) ? 'anonymous' : 'signed-in',
  } as const;
  const outdated = accountsOf(registry, connectionId, user.id)
    .map(({ account }) => account)
    .filter(({ state }) => state !== 'invalid')
    .filter((own) => own.displayName !== now.displayName || own.primaryEmail !== now.primaryEmail || own.state !== now.state);
  if (outdated.length === 0) return;
  await registry.edit((records) => outdated.reduce((all, { tokenSet }) => withUser(all, tokenSet, now), records));
}

/**
 * Returns a source that stays valid after a new sign-in of the same user: if a session fails because it was replaced, its tokens come
 * from the new one. `current` returns undefined after the account was removed; `tokens` then throws `signed-out`.
 */
function accountSource(current: () => Session | undefined): TokenSource {
  return {
    async tokens() {
      const session = current();
      if (session === undefined) throw fail('signed-out');
      try {
        return await session.tokens();
      } catch (thrown) {
        const next = current();
        if (next === undefined || next === session) throw thrown;
        return next.tokens();
      }
    },
    refuse: (access) => current()?.refuse(access),
    hasLostUser: async () => (await current()?.hasLostUser()) ?? true,
  };
}

/** Throws `impersonating` for an account of an impersonation. Called before changes of how a user signs in, which would outlive it. */
export function assertNotImpersonated({ impersonationId }: Pick<Account, 'impersonationId'>): void {
  if (impersonationId !== undefined) throw fail('impersonating');
}
