/** All accounts of all connections: who is signed in where, and with which session. */
import type { Account } from '../../contract/bridge/accounts';
import { AppError, fail } from '../../contract/errors';
import { catalogue } from '../../contract/service/index';
import type { ClientUser } from '../../contract/service/models';
import type { Clock } from '../ports';
import type { Sender, Target, TokenSource } from '../service/send';
import type { Topic } from '../topic';
import { createSession, type Session } from './session';
import { createServerClock, type ServerClock } from './token-life';
import type { TokenStore } from './token-store';

export interface NewAccount {
  readonly connectionId: string;
  readonly userId: string;
  readonly refreshToken: string;
  readonly accessToken: string;
}

/** What an account shows of its user. */
export type KnownUser = Pick<ClientUser, 'id' | 'display_name' | 'primary_email' | 'is_anonymous'>;

export interface Sessions {
  /** Stores the tokens and makes the account the connection's current one; the same user's older session is replaced. */
  add(account: NewAccount): Promise<string>;
  /** Takes over what the service says of the account's user. */
  describe(connectionId: string, user: KnownUser): void;
  /** Fails with `unknown-account` when it is not one of that connection's. */
  source(accountId: string, connectionId: string): TokenSource;
  use(accountId: string): void;
  signOut(accountId: string): Promise<{ endedAtService: boolean }>;
  /** Forgets an account without a word to the service. */
  forget(accountId: string): Promise<void>;
  /** Forgets every account of a connection, without a word to the service. */
  forgetConnection(connectionId: string): Promise<void>;
  /** A connection's target that also teaches its server's time. */
  timed(connectionId: string, target: Target): Target;
}

export interface SessionsParts {
  readonly store: TokenStore;
  readonly sender: Sender;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly target: (connectionId: string) => Promise<Target>;
  readonly topic: Topic<Account[]>;
}

const signOutLimit = 5_000;

interface Entry {
  readonly account: Account;
  readonly session: Session;
}

export function createSessions(parts: SessionsParts): Sessions {
  const entries = new Map<string, Entry>();
  const serverClocks = new Map<string, ServerClock>();

  const clockOf = (connectionId: string): ServerClock => {
    const known = serverClocks.get(connectionId) ?? createServerClock(parts.clock);
    serverClocks.set(connectionId, known);
    return known;
  };
  const timed = (connectionId: string, target: Target): Target => ({
    ...target,
    onServerTime: (date) => clockOf(connectionId).observe(date),
  });
  const publish = () => parts.topic.set([...entries.values()].map(({ account }) => account));

  const find = (accountId: string): Entry => {
    const entry = entries.get(accountId);
    if (entry === undefined) throw fail('unknown-account');
    return entry;
  };
  const ofUser = (connectionId: string, userId: string): Entry | undefined =>
    [...entries.values()].find(({ account }) => account.connectionId === connectionId && account.userId === userId);
  const replace = (accountId: string, change: Partial<Account>) => {
    const entry = entries.get(accountId);
    if (entry) entries.set(accountId, { ...entry, account: { ...entry.account, ...change } });
  };
  const makeCurrent = (accountId: string, connectionId: string) => {
    for (const { account } of entries.values()) {
      if (account.connectionId === connectionId) replace(account.id, { current: account.id === accountId });
    }
  };
  const forget = async (accountId: string) => {
    const { account, session } = find(accountId);
    entries.delete(accountId);
    const next = [...entries.values()].find((other) => other.account.connectionId === account.connectionId);
    if (account.current && next) makeCurrent(next.account.id, account.connectionId);
    publish();
    await session.end();
  };

  const open = (accountId: string, connectionId: string): Session =>
    createSession({
      accountId,
      store: parts.store,
      serverClock: clockOf(connectionId),
      requestRefresh: async (refreshToken) =>
        refreshAccessToken(parts.sender, timed(connectionId, await parts.target(connectionId)), refreshToken),
      onEnded: () => {
        replace(accountId, { state: 'invalid' });
        publish();
      },
    });

  return {
    timed,
    async add({ connectionId, userId, refreshToken, accessToken }) {
      const accountId = parts.newId();
      await parts.store.write(accountId, { refresh: refreshToken, access: accessToken });
      const older = ofUser(connectionId, userId);
      const account: Account = {
        id: accountId,
        connectionId,
        userId,
        displayName: null,
        primaryEmail: null,
        state: 'signed-in',
        current: true,
      };
      entries.set(accountId, { account, session: open(accountId, connectionId) });
      makeCurrent(accountId, connectionId);
      if (older) await forget(older.account.id);
      else publish();
      return accountId;
    },
    describe(connectionId, user) {
      const account = ofUser(connectionId, user.id)?.account;
      if (account === undefined || account.state === 'invalid') return;
      const state = user.is_anonymous ? 'anonymous' : 'signed-in';
      const { displayName, primaryEmail } = account;
      if (state === account.state && displayName === user.display_name && primaryEmail === user.primary_email) return;
      replace(account.id, { displayName: user.display_name, primaryEmail: user.primary_email, state });
      publish();
    },
    forget,
    source(accountId, connectionId) {
      const { account, session } = find(accountId);
      if (account.connectionId !== connectionId) throw fail('unknown-account');
      return session;
    },
    use(accountId) {
      makeCurrent(accountId, find(accountId).account.connectionId);
      publish();
    },
    async signOut(accountId) {
      const { account, session } = find(accountId);
      const endedAtService = session.state === 'invalid' || (await endAtService(parts, timed, account.connectionId, session));
      await forget(accountId);
      return { endedAtService };
    },
    async forgetConnection(connectionId) {
      const own = [...entries.values()].filter(({ account }) => account.connectionId === connectionId);
      for (const { account } of own) await forget(account.id);
      serverClocks.delete(connectionId);
    },
  };
}

/** The OAuth form where a publishable key is at hand, else the direct form (flows 1.3). */
async function refreshAccessToken(sender: Sender, target: Target, refreshToken: string): Promise<string> {
  const { publishableKey } = target.keys;
  if (publishableKey === undefined) {
    return (await sender.send(catalogue.auth.refresh, 'none', target, {}, { refreshToken })).access_token;
  }
  const body = {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    client_id: target.projectId,
    client_secret: publishableKey,
  } as const;
  return (await sender.send(catalogue.auth.token, 'none', target, { body })).access_token;
}

/** True when the service's session is gone; a session it no longer knows counts as gone. */
async function endAtService(parts: SessionsParts, timed: Sessions['timed'], connectionId: string, session: Session): Promise<boolean> {
  const limit = new AbortController();
  const cancel = parts.clock.after(signOutLimit, () => limit.abort());
  try {
    const target = timed(connectionId, await parts.target(connectionId));
    await parts.sender.send(catalogue.auth.signOut, 'account', target, {}, { session, signal: limit.signal });
    return true;
  } catch (thrown) {
    // Whatever went wrong, the account must be forgotten here.
    if (!(thrown instanceof AppError)) return false;
    return thrown.code === 'session-ended' || thrown.report.known === 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED';
  } finally {
    cancel();
  }
}
