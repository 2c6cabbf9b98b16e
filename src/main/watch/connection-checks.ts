/** Looks at connections, one after the other. */
import type { Account } from '#contract/bridge/accounts.ts';
import type { Connection } from '#contract/bridge/connections.ts';
import { toReport } from '#contract/errors.ts';
import { isLoopback } from '#contract/loopback.ts';
import { parseUrl } from '#contract/parse-url.ts';
import type { Ports } from '../ports/ports';
import type { Sender } from '../remote/send';
import type { Runtime } from '../runtime/create-runtime';
import type { Sessions } from '../session/sessions';
import { createLookMemory, type LookMemory, look } from './check-connection';
import type { SourceItems } from './item';
import type { LookOutcome } from './schedule';
import type { SeenCountries } from './seen-countries';
import { hasAdminAccess } from './sources';

export interface LookerDeps {
  readonly ports: Pick<Ports, 'clock'>;
  readonly runtime: Pick<Runtime, 'topics' | 'log'>;
  readonly sender: Sender;
  readonly sessions: Pick<Sessions, 'target' | 'source' | 'serverTime'>;
  readonly countries: SeenCountries;
  /** Whether the machine has a network. */
  readonly isOnline: () => boolean;
}

export interface Looker {
  /** Returns the IDs of the connections that there is something to look at. */
  connectionIds(): readonly string[];
  /** Looks at a connection; with `onlyFound` at what has findings. Never rejects. */
  look(connectionId: string, signal: AbortSignal, onlyFound?: boolean): Promise<{ outcome: LookOutcome; looked: readonly SourceItems[] }>;
  /** Returns what all sources reported last. */
  found(): readonly SourceItems[];
  /** Removes what was found for the account's countries among these. */
  forgetCountries(accountId: string, countries: readonly string[]): void;
  /** Deletes what was found at connections that aren't among these, and of accounts and kinds that are no longer looked at. */
  keep(connectionIds: readonly string[]): void;
}

/** Creates the looker. */
export function createLooker({ ports, runtime, sender, sessions, countries, isOnline }: LookerDeps): Looker {
  const { topics, log } = runtime;
  const memories = new Map<string, LookMemory>();
  const find = (id: string) => topics['connections.list'].get().value.find((connection) => connection.id === id);
  const accountsOf = (connectionId: string) => topics['accounts.list'].get().value.filter((account) => isWatched(account, connectionId));
  const memoryOf = (id: string): LookMemory => {
    const memory = memories.get(id) ?? createLookMemory();
    memories.set(id, memory);
    return memory;
  };
  const lookAt = async (connection: Connection, signal: AbortSignal, onlyFound: boolean, onRead: (read: SourceItems) => void) => {
    const { id } = connection;
    const target = await sessions.target(id);
    const now = () => sessions.serverTime(id);
    const sessionOf = (account: Account) => sessions.source(account.id, id);
    const { monotonic } = ports.clock;
    const request = { sender, target, connection, signal, now, newCountries: countries.review, sessionOf, monotonic, onlyFound };
    await look({ ...request, accounts: accountsOf(id), kinds: topics['settings.state'].get().value }, memoryOf(id), onRead);
  };
  return {
    connectionIds: () =>
      topics['connections.list']
        .get()
        .value.filter((connection) => hasAdminAccess(connection) || accountsOf(connection.id).length > 0)
        .map(({ id }) => id),
    async look(connectionId, signal, onlyFound = false) {
      const connection = find(connectionId);
      if (connection === undefined) return { outcome: 'done', looked: [] };
      if (!isReachable(connection, isOnline)) return { outcome: 'offline', looked: [] };
      const looked: SourceItems[] = [];
      try {
        await lookAt(connection, signal, onlyFound, (read) => looked.push(read));
        return { outcome: 'done', looked };
      } catch (thrown) {
        if (!signal.aborted) log.write('warn', 'watch-failed', { code: toReport(thrown).code });
        return { outcome: 'failed', looked };
      }
    },
    found: () => [...memories.values()].flatMap(({ found }) => [...found.values()]),
    forgetCountries(accountId, seen) {
      for (const { found } of memories.values()) {
        const read = found.get(`sessions:${accountId}`);
        if (read) found.set(read.source, { ...read, items: read.items.filter(({ mark }) => !seen.includes(mark)) });
      }
    },
    keep(connectionIds) {
      for (const [id, { found }] of memories) {
        if (!connectionIds.includes(id)) memories.delete(id);
        const accountIds = accountsOf(id).map((account) => account.id);
        for (const { source, items } of found.values()) if (!items.every((item) => isKept(item.finding, accountIds))) found.delete(source);
      }
    },
  };
  function isKept(finding: SourceItems['items'][number]['finding'], accountIds: readonly string[]): boolean {
    if ('accountId' in finding && !accountIds.includes(finding.accountId)) return false;
    const { watchEmails, watchKeys, watchSessions, watchInvitations } = topics['settings.state'].get().value;
    const kinds = {
      'failed-emails': watchEmails,
      'key-set': watchKeys,
      'api-key': watchKeys,
      'new-country': watchSessions,
      invitation: watchInvitations,
    };
    return kinds[finding.kind];
  }
}

/** Whether an account is looked at: one that the user signed in to, whose session hasn't ended. */
function isWatched({ connectionId, state, impersonationId }: Account, of: string): boolean {
  return connectionId === of && state !== 'invalid' && impersonationId === undefined;
}

function isReachable({ baseUrl }: Connection, isOnline: () => boolean): boolean {
  const url = parseUrl(baseUrl);
  return (url !== null && isLoopback(url)) || isOnline();
}
