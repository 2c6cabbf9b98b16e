/** The accounts of all connections and their sessions. */
import type { Account } from '../../contract/bridge/accounts';
import { AppError, fail } from '../../contract/errors';
import type { ClientUser } from '../../contract/service/models/models';
import { isAnonymous, type SignInMethods } from '../../contract/service/models/sign-in-methods';
import type { ConnectionTarget } from '../connections/records/connection-target';
import type { Clock } from '../ports';
import type { Releases } from '../remote/releases/releases';
import type { Sender, Target, TokenSource } from '../remote/send';
import type { Topic } from '../runtime/topic';
import type { JsonFile } from '../storage/json-file';
import { withCurrent, withUser } from './account-changes';
import { createAccountRegistry } from './account-registry';
import { accountSource } from './account-source';
import type { AccountRecord, AccountsData } from './accounts-file';
import { withFeatures, withOwner } from './complete-target';
import type { RefreshLock } from './refresh-lock';
import { endReplaced } from './replaced-session';
import { createSession, type Session } from './session';
import { hasUser, refreshAccessToken, revokeRemoteSession } from './session-calls';
import { shareSession } from './share-session';
import { createServerClock, type ServerClock } from './token-life';
import type { TokenRevisions } from './token-revisions';
import type { TokenStore, Tokens } from './token-store';

export interface NewAccount {
  readonly connectionId: string;
  readonly userId: string;
  readonly refreshToken: string;
  readonly accessToken: string;
  /** Whether the session is also used elsewhere, by the site that handed it over. */
  readonly isShared?: boolean;
}

/** The fields of a user that an account displays. */
export type KnownUser = Pick<ClientUser, 'id' | 'display_name' | 'is_anonymous'> & SignInMethods;

export interface Sessions {
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
  /** Returns the tokens of an account. Throws `unknown-account` if it does not belong to the connection. */
  source(accountId: string, connectionId: string): TokenSource;
  /**
   * Marks the account's session as shared, then calls `handOver`, which passes its refresh token to another program. Throws
   * `unknown-account` if the account does not belong to the connection.
   */
  share(accountId: string, connectionId: string, handOver: (session: TokenSource) => Promise<void>): Promise<void>;
  use(accountId: string): Promise<void>;
  /**
   * Ends the session at the service if that succeeds within 5 s, and removes the account. Throws the keychain's code and changes
   * nothing if the keychain is locked or unavailable, because the secrets can't be removed then.
   */
  signOut(accountId: string): Promise<{ endedAtService: boolean }>;
  /** Signs out all accounts of a connection, one after another. `endedAtService` is false if a session was not ended there. */
  signOutAll(connectionId: string): Promise<{ endedAtService: boolean }>;
  /** Removes an account without a request to the service. */
  forget(accountId: string): Promise<void>;
  /** Removes all accounts of a connection without a request to the service. */
  forgetConnection(connectionId: string): Promise<void>;
  /**
   * Returns the target of a connection's requests. Throws `connection-changed` if the connection no longer points to `destination`, and
   * the errors of its records.
   */
  target(connectionId: string, destination?: string | null): Promise<Target>;
  /** Completes a target with its owner's tokens and its service's features. Its responses update the service's time. */
  complete(connectionId: string, target: ConnectionTarget): Target;
  /** Completes a target, which may point to another server than the record, with the owner's tokens only. */
  withOwner(target: ConnectionTarget): Target;
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
}

/** Maximum number of tries to add an account while other processes are starting. */
const maxTries = 5;

export function createSessions(deps: SessionsDeps): Sessions {
  const { sender, clock, store, newId } = deps;
  const serverClocks = new Map<string, ServerClock>();
  const stops: (() => void)[] = [];

  const clockOf = (connectionId: string): ServerClock => {
    const known = serverClocks.get(connectionId) ?? createServerClock(clock);
    serverClocks.set(connectionId, known);
    return known;
  };
  const addOwner = (to: ConnectionTarget) => withOwner(to, (owner) => sourceOfUser(owner.connectionId, owner.userId));
  const complete = (connectionId: string, to: ConnectionTarget): Target => ({
    ...withFeatures(addOwner(to), to.storedFeatures, async () => {
      const readTarget = () => targetOf(connectionId);
      return (await deps.releases.known(connectionId, readTarget)).features;
    }),
    onServerTime: (date) => clockOf(connectionId).observe(date),
  });
  const targetOf = async (connectionId: string) => complete(connectionId, await deps.target(connectionId));

  const open = ({ tokenSet, connectionId }: AccountRecord, tokens: Tokens | null): Session =>
    createSession(
      {
        tokenSet,
        store,
        serverClock: clockOf(connectionId),
        lock: deps.lock,
        requestRefresh: async (refreshToken) => refreshAccessToken(sender, await targetOf(connectionId), refreshToken),
        hasUser: async (source) => hasUser(sender, await targetOf(connectionId), source),
        isUsed: () => registry.isUsed(tokenSet),
        onRefreshed: () => deps.revisions.bump(tokenSet),
        onEnded: () => registry.end(tokenSet),
      },
      tokens,
    );
  const registry = createAccountRegistry({ file: deps.file, store, topic: deps.topic, open });

  const find = (accountId: string, connectionId: string) => {
    const found = registry.find(accountId);
    if (found.account.connectionId !== connectionId) throw fail('unknown-account');
    return found;
  };

  const signOut = async (accountId: string) => {
    const { account, session } = registry.find(accountId);
    const isOver = session.state === 'invalid';
    if (!isOver) await assertReadable(store, account.tokenSet);
    const endedAtService = isOver || (await revokeRemoteSession(sender, clock, () => targetOf(account.connectionId), session));
    // Matches the token set too, so that a new sign-in in the meantime is not removed.
    await registry.remove(({ id, tokenSet }) => id === accountId && tokenSet === account.tokenSet);
    return { endedAtService };
  };

  const sourceOfUser = (connectionId: string, userId: string): TokenSource => {
    const found = registry.all().find(({ account }) => account.connectionId === connectionId && account.userId === userId);
    if (found === undefined) throw fail('unknown-account');
    return accountSource(() => registry.get(found.account.id)?.session);
  };

  return {
    complete,
    withOwner: addOwner,
    async target(connectionId, destination) {
      const found = await targetOf(connectionId);
      if (destination !== undefined && found.destination !== destination) throw fail('connection-changed');
      return found;
    },
    async load() {
      await registry.load();
      stops.push(
        deps.onFileChange(() => void registry.reload().catch(() => undefined)),
        deps.revisions.onForeignChange(registry.reread),
      );
    },
    reload: registry.reload,
    assertReady: () => store.assertReady(),
    async add({ connectionId, userId, refreshToken, accessToken, isShared = false }) {
      const tokens = { refresh: refreshToken, access: accessToken };
      const handOvers = isShared ? [newId()] : [];
      // Read before the tokens are stored, because an older session of the user belongs to the connection's present target.
      const target = targetOf(connectionId).catch(() => null);
      const replacedDeps = { store, sender, clock, target, now: clockOf(connectionId).now };
      for (let tries = 0; tries < maxTries; tries += 1) {
        const session = { tokenSet: newId(), connectionId, userId, handOvers };
        const accountId = await registry.add(session, tokens, (replaced) => endReplaced(replacedDeps, replaced, refreshToken));
        if (accountId !== null) return accountId;
      }
      throw fail('profile-busy');
    },
    async describe(connectionId, user) {
      const own = registry.all().find(({ account }) => account.connectionId === connectionId && account.userId === user.id)?.account;
      const now = {
        displayName: user.display_name,
        primaryEmail: user.primary_email,
        state: isAnonymous(user) ? 'anonymous' : 'signed-in',
      } as const;
      if (own === undefined || own.state === 'invalid') return;
      if (own.displayName === now.displayName && own.primaryEmail === now.primaryEmail && own.state === now.state) return;
      await registry.edit((all) => withUser(all, own.tokenSet, now));
    },
    tokenSetOf: (accountId) => registry.get(accountId)?.account.tokenSet,
    source(accountId, connectionId) {
      find(accountId, connectionId);
      return accountSource(() => registry.get(accountId)?.session);
    },
    share: async (accountId, connectionId, handOver) => shareSession(registry, find(accountId, connectionId), newId(), handOver),
    async use(accountId) {
      const { connectionId } = registry.find(accountId).account;
      await registry.edit((all) => withCurrent(all, connectionId, accountId));
    },
    signOut,
    async signOutAll(connectionId) {
      const own = registry.all().filter(({ account }) => account.connectionId === connectionId);
      const endings: boolean[] = [];
      for (const { account } of own) endings.push((await signOut(account.id)).endedAtService);
      return { endedAtService: endings.every(Boolean) };
    },
    async forget(accountId) {
      registry.find(accountId);
      await registry.remove(({ id }) => id === accountId);
    },
    async forgetConnection(connectionId) {
      await registry.remove((account) => account.connectionId === connectionId);
      serverClocks.delete(connectionId);
    },
    close() {
      for (const stop of stops) stop();
    },
  };
}

/** Throws if the tokens can't be read. A damaged item is ignored, because it must not prevent signing out. */
async function assertReadable(store: TokenStore, tokenSet: string): Promise<void> {
  await store.read(tokenSet).catch((thrown) => {
    if (!(thrown instanceof AppError) || thrown.code !== 'keychain-corrupt') throw thrown;
  });
}
