/** All accounts of all connections: who is signed in where, and with which session. */
import type { Account } from '../../contract/bridge/accounts';
import { AppError, fail } from '../../contract/errors';
import type { ClientUser } from '../../contract/service/models';
import type { Clock } from '../ports';
import type { Sender, Target, TokenSource } from '../service/send';
import type { JsonFile } from '../storage/json-file';
import type { Topic } from '../topic';
import { withCurrent } from './account-changes';
import { createAccountRegistry } from './account-registry';
import type { AccountsData } from './accounts-file';
import type { RefreshLock } from './refresh-lock';
import { createSession, type Session } from './session';
import { endAtService, refreshAccessToken } from './session-calls';
import { createServerClock, type ServerClock } from './token-life';
import type { TokenRevisions } from './token-revisions';
import type { TokenStore, Tokens } from './token-store';

export interface NewAccount {
  readonly connectionId: string;
  readonly userId: string;
  readonly refreshToken: string;
  readonly accessToken: string;
}

/** What an account shows of its user. */
export type KnownUser = Pick<ClientUser, 'id' | 'display_name' | 'primary_email' | 'is_anonymous' | 'auth_with_email'>;

export interface Sessions {
  /** Reads who is signed in, removes secrets that a crash left behind, and from then on hears of other processes' changes. */
  load(): Promise<void>;
  /** Reads the accounts again, which another process may have changed. */
  reload(): Promise<void>;
  /** Fails with the keychain's code while tokens could not be kept: to be asked before a code is spent on a session. */
  assertReady(): Promise<void>;
  /** Stores the tokens and makes the account the connection's current one; the same user's older session is replaced. */
  add(account: NewAccount): Promise<string>;
  /** Takes over what the service says of an account's user. */
  describe(connectionId: string, user: KnownUser): Promise<void>;
  /** Fails with `unknown-account` when it is not one of that connection's. */
  source(accountId: string, connectionId: string): TokenSource;
  use(accountId: string): Promise<void>;
  /**
   * Ends the session at the service if it can be reached within 5 s, and forgets it here in any case but one: a keychain that
   * is locked or away can forget nothing, so the call fails with its code and leaves everything as it was.
   */
  signOut(accountId: string): Promise<{ endedAtService: boolean }>;
  /** The same for each account of a connection, one after another; false when one of them was not ended at the service. */
  signOutAll(connectionId: string): Promise<{ endedAtService: boolean }>;
  /** Forgets an account without a word to the service. */
  forget(accountId: string): Promise<void>;
  /** Forgets every account of a connection, without a word to the service. */
  forgetConnection(connectionId: string): Promise<void>;
  /** A connection's target that also teaches its server's time. */
  timed(connectionId: string, target: Target): Target;
  close(): void;
}

export interface SessionsParts {
  readonly file: JsonFile<AccountsData>;
  /** Calls back when another process changed the file; the answer stops. */
  readonly onFileChange: (listener: () => void) => () => void;
  readonly store: TokenStore;
  readonly revisions: TokenRevisions;
  readonly lock: RefreshLock;
  readonly sender: Sender;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly target: (connectionId: string) => Promise<Target>;
  readonly topic: Topic<Account[]>;
}

/** Tries to add an account beside processes that are just starting. */
const mostTries = 5;

export function createSessions(parts: SessionsParts): Sessions {
  const { target, sender, clock } = parts;
  const serverClocks = new Map<string, ServerClock>();
  const stops: (() => void)[] = [];

  const clockOf = (connectionId: string): ServerClock => {
    const known = serverClocks.get(connectionId) ?? createServerClock(clock);
    serverClocks.set(connectionId, known);
    return known;
  };
  const timed = (connectionId: string, to: Target): Target => ({ ...to, onServerTime: (date) => clockOf(connectionId).observe(date) });

  const open = ({ id: accountId, connectionId, state }: Account, tokens: Tokens | null): Session => {
    const session = createSession(
      {
        accountId,
        store: parts.store,
        serverClock: clockOf(connectionId),
        lock: parts.lock,
        requestRefresh: async (refreshToken) => refreshAccessToken(sender, timed(connectionId, await target(connectionId)), refreshToken),
        isKept: () => registry.isKept(accountId),
        onRefreshed: () => parts.revisions.bump(accountId),
        onEnded: () => registry.discard(accountId, changed(accountId, { state: 'invalid' })),
      },
      tokens,
    );
    if (state === 'invalid') session.end();
    return session;
  };
  const registry = createAccountRegistry({ file: parts.file, store: parts.store, topic: parts.topic, open });

  const forget = async (accountId: string) => {
    const { connectionId } = registry.find(accountId).account;
    await registry.discard(accountId, (all) =>
      withCurrent(
        all.filter(({ id }) => id !== accountId),
        connectionId,
      ),
    );
  };

  const signOut = async (accountId: string) => {
    const { account, session } = registry.find(accountId);
    const isOver = session.state === 'invalid';
    if (!isOver) await assertReadable(parts.store, accountId);
    const endedAtService =
      isOver || (await endAtService(sender, clock, async () => timed(account.connectionId, await target(account.connectionId)), session));
    await forget(accountId);
    return { endedAtService };
  };
  const idsOf = (connectionId: string) =>
    registry
      .accounts()
      .filter((account) => account.connectionId === connectionId)
      .map(({ id }) => id);

  return {
    timed,
    forget,
    async load() {
      await registry.load();
      stops.push(
        parts.onFileChange(() => void registry.reload().catch(() => undefined)),
        parts.revisions.onForeignChange(registry.reread),
      );
    },
    reload: () => registry.reload(),
    assertReady: () => parts.store.assertReady(),
    async add({ connectionId, userId, refreshToken, accessToken }) {
      const isSameUser = (other: Account) => other.connectionId === connectionId && other.userId === userId;
      const tokens = { refresh: refreshToken, access: accessToken };
      for (let tries = 0; tries < mostTries; tries += 1) {
        const id = parts.newId();
        const account: Account = { id, connectionId, userId, displayName: null, primaryEmail: null, state: 'signed-in', current: true };
        if (await registry.add(account, tokens, isSameUser)) return id;
      }
      throw fail('profile-busy');
    },
    async describe(connectionId, user) {
      const own = registry.accounts().find((account) => account.connectionId === connectionId && account.userId === user.id);
      const now = {
        displayName: user.display_name,
        primaryEmail: user.primary_email,
        // An upgraded user keeps the flag until a server clears it (flows 7), but is somebody who can come back.
        state: user.is_anonymous && !user.auth_with_email ? 'anonymous' : 'signed-in',
      } as const;
      if (own === undefined || own.state === 'invalid') return;
      if (own.displayName === now.displayName && own.primaryEmail === now.primaryEmail && own.state === now.state) return;
      await registry.edit(changed(own.id, now));
    },
    source(accountId, connectionId) {
      const { account, session } = registry.find(accountId);
      if (account.connectionId !== connectionId) throw fail('unknown-account');
      return session;
    },
    async use(accountId) {
      const { connectionId } = registry.find(accountId).account;
      await registry.edit((all) => withCurrent(all, connectionId, accountId));
    },
    signOut,
    async signOutAll(connectionId) {
      const endings: boolean[] = [];
      for (const id of idsOf(connectionId)) endings.push((await signOut(id)).endedAtService);
      return { endedAtService: endings.every(Boolean) };
    },
    async forgetConnection(connectionId) {
      for (const id of idsOf(connectionId)) await forget(id);
      serverClocks.delete(connectionId);
    },
    close() {
      for (const stop of stops) stop();
    },
  };
}

/** A keychain's item that is broken is no reason to stay signed in. */
async function assertReadable(store: TokenStore, accountId: string): Promise<void> {
  await store.read(accountId).catch((thrown) => {
    if (!(thrown instanceof AppError) || thrown.code !== 'keychain-corrupt') throw thrown;
  });
}

function changed(accountId: string, change: Partial<Account>): (all: Account[]) => Account[] {
  return (all) => all.map((known) => (known.id === accountId ? { ...known, ...change } : known));
}
