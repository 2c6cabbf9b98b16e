/** All accounts of all connections: who is signed in where, and with which session. */
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
  /** The session is used elsewhere as well, by the site that handed it over. */
  readonly isShared?: boolean;
}

/** What an account shows of its user. */
export type KnownUser = Pick<ClientUser, 'id' | 'display_name' | 'is_anonymous'> & SignInMethods;

export interface Sessions {
  /** Reads who is signed in, removes secrets that a crash left behind, and from then on follows other processes' changes. */
  load(): Promise<void>;
  /** Reads the accounts again, which another process may have changed. */
  reload(): Promise<void>;
  /** Fails with the keychain's code while tokens could not be kept: to be asked before a code is spent on a session. */
  assertReady(): Promise<void>;
  /**
   * Stores the tokens and makes the account the connection's current one; returns its ID. A user who has an account already keeps
   * its ID, and the session that it had is ended at the service unless it is used elsewhere.
   */
  add(account: NewAccount): Promise<string>;
  /** Takes over what the service says of an account's user. */
  describe(connectionId: string, user: KnownUser): Promise<void>;
  /** Returns the name of the account’s token set, which each sign-in replaces; undefined for an unknown account. */
  tokenSetOf(accountId: string): string | undefined;
  /** Throws `unknown-account` when it is not one of that connection's. */
  source(accountId: string, connectionId: string): TokenSource;
  /**
   * Marks the account's session as shared, then calls `handOver` with it, which gives its refresh token to another program. Throws
   * `unknown-account` when it is not one of that connection's.
   */
  share(accountId: string, connectionId: string, handOver: (session: TokenSource) => Promise<void>): Promise<void>;
  use(accountId: string): Promise<void>;
  /**
   * Ends the session at the service if it can be reached within 5 s, and forgets it here in any case but one: a keychain that
   * is locked or away can forget nothing, so the call fails with its code and leaves everything as it was.
   */
  signOut(accountId: string): Promise<{ endedAtService: boolean }>;
  /** The same for each account of a connection, one after another; false when one of them was not ended at the service. */
  signOutAll(connectionId: string): Promise<{ endedAtService: boolean }>;
  /** Forgets an account without a request to the service. */
  forget(accountId: string): Promise<void>;
  /** Forgets every account of a connection, without a request to the service. */
  forgetConnection(connectionId: string): Promise<void>;
  /**
   * Returns the target of a connection's requests. Throws `connection-changed` when the connection no longer points to `destination`, and
   * what its records throw.
   */
  target(connectionId: string, destination?: string | null): Promise<Target>;
  /** Returns a target of the connection's record with its owner's tokens and its service's features; its responses set the server's time. */
  complete(connectionId: string, target: ConnectionTarget): Target;
  /** Returns a target that may lead elsewhere than the record, with the owner's tokens only. */
  withOwner(target: ConnectionTarget): Target;
  close(): void;
}

export interface SessionsDeps {
  readonly file: JsonFile<AccountsData>;
  /** Calls back when another process changed the file; the answer stops. */
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

/** Tries to add an account beside processes that are just starting. */
const maxTries = 5;

export function createSessions(parts: SessionsDeps): Sessions {
  const { sender, clock, store, newId } = parts;
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
      return (await parts.releases.known(connectionId, readTarget)).features;
    }),
    onServerTime: (date) => clockOf(connectionId).observe(date),
  });
  const targetOf = async (connectionId: string) => complete(connectionId, await parts.target(connectionId));

  const open = ({ tokenSet, connectionId }: AccountRecord, tokens: Tokens | null): Session =>
    createSession(
      {
        tokenSet,
        store,
        serverClock: clockOf(connectionId),
        lock: parts.lock,
        requestRefresh: async (refreshToken) => refreshAccessToken(sender, await targetOf(connectionId), refreshToken),
        hasUser: async (source) => hasUser(sender, await targetOf(connectionId), source),
        isUsed: () => registry.isUsed(tokenSet),
        onRefreshed: () => parts.revisions.bump(tokenSet),
        onEnded: () => registry.end(tokenSet),
      },
      tokens,
    );
  const registry = createAccountRegistry({ file: parts.file, store, topic: parts.topic, open });

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
    // A sign-in in the meantime stays: only the session that was ended is forgotten.
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
        parts.onFileChange(() => void registry.reload().catch(() => undefined)),
        parts.revisions.onForeignChange(registry.reread),
      );
    },
    reload: registry.reload,
    assertReady: () => store.assertReady(),
    async add({ connectionId, userId, refreshToken, accessToken, isShared = false }) {
      const tokens = { refresh: refreshToken, access: accessToken };
      const handOvers = isShared ? [newId()] : [];
      // Before the tokens are stored: where the connection points now is where an older session of the user belongs.
      const target = targetOf(connectionId).catch(() => null);
      const deps = { store, sender, clock, target, now: clockOf(connectionId).now };
      for (let tries = 0; tries < maxTries; tries += 1) {
        const session = { tokenSet: newId(), connectionId, userId, handOvers };
        const accountId = await registry.add(session, tokens, (replaced) => endReplaced(deps, replaced, refreshToken));
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

/** A damaged item of the keychain is no reason to stay signed in. */
async function assertReadable(store: TokenStore, tokenSet: string): Promise<void> {
  await store.read(tokenSet).catch((thrown) => {
    if (!(thrown instanceof AppError) || thrown.code !== 'keychain-corrupt') throw thrown;
  });
}
