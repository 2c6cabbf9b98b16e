/** Checks connections, one after the other. */
import type { Account } from '#contract/bridge/accounts.ts';
import type { Connection } from '#contract/bridge/connections.ts';
import { toReport } from '#contract/errors.ts';
import { isLoopback, parseUrl } from '#contract/urls.ts';
import { kindOfFinding, type WatchedKinds, watchedKinds } from '#contract/watch/rules.ts';
import type { Ports } from '../ports/ports';
import type { Sender } from '../remote/send';
import type { Runtime } from '../runtime/create-runtime';
import type { Sessions } from '../session/sessions';
import { type CheckMemory, check, createCheckMemory } from './check-connection';
import { driftSourceName, type WatchedDrift } from './drift-source';
import type { SourceItems } from './item';
import type { CheckOutcome } from './schedule';
import type { SeenCountries } from './seen-countries';
import { hasAdminAccess } from './sources';

export interface ConnectionChecksDeps {
  readonly ports: Pick<Ports, 'clock'>;
  readonly runtime: Pick<Runtime, 'topics' | 'log'>;
  readonly sender: Sender;
  readonly sessions: Pick<Sessions, 'target' | 'source' | 'serverTime'>;
  readonly countries: SeenCountries;
  readonly drift: WatchedDrift;
  /** Whether the machine has a network. */
  readonly isOnline: () => boolean;
}

export interface ConnectionChecks {
  /** Returns the IDs of the connections that there is something to check. */
  connectionIds(): readonly string[];
  /** Checks a connection; with `onlyWithFindings` at what has findings. Never rejects. */
  check(
    connectionId: string,
    signal: AbortSignal,
    onlyWithFindings?: boolean,
  ): Promise<{ outcome: CheckOutcome; checked: readonly SourceItems[] }>;
  /** Returns what all sources reported last. */
  found(): readonly SourceItems[];
  /** Removes what was found for the account's countries among these. */
  forgetCountries(accountId: string, countries: readonly string[]): void;
  /** Deletes what was found at connections that aren't among these, and of accounts and kinds that are no longer checked. */
  keep(connectionIds: readonly string[]): void;
}

/** Creates the connectionChecks. */
export function createConnectionChecks({
  ports,
  runtime,
  sender,
  sessions,
  countries,
  drift,
  isOnline,
}: ConnectionChecksDeps): ConnectionChecks {
  const { topics, log } = runtime;
  const memories = new Map<string, CheckMemory>();
  const find = (id: string) => topics['connections.list'].get().value.find((connection) => connection.id === id);
  const accountsOf = (connectionId: string) => topics['accounts.list'].get().value.filter((account) => isWatched(account, connectionId));
  const memoryOf = (id: string): CheckMemory => {
    const memory = memories.get(id) ?? createCheckMemory();
    memories.set(id, memory);
    return memory;
  };
  const checkConnection = async (
    connection: Connection,
    signal: AbortSignal,
    onlyWithFindings: boolean,
    onRead: (read: SourceItems) => void,
  ) => {
    const { id } = connection;
    const target = await sessions.target(id);
    const now = () => sessions.serverTime(id);
    const sessionOf = (account: Account) => sessions.source(account.id, id);
    const { monotonic } = ports.clock;
    const request = { sender, target, connection, signal, now, newCountries: countries.review, sessionOf, monotonic, onlyWithFindings };
    await check({ ...request, drift, accounts: accountsOf(id), kinds: kindsAt(topics, connection) }, memoryOf(id), onRead);
  };
  return {
    connectionIds: () =>
      topics['connections.list']
        .get()
        .value.filter((connection) => hasAdminAccess(connection) || accountsOf(connection.id).length > 0)
        .map(({ id }) => id),
    async check(connectionId, signal, onlyWithFindings = false) {
      const connection = find(connectionId);
      if (connection === undefined) return { outcome: 'done', checked: [] };
      if (!isReachable(connection, isOnline)) return { outcome: 'offline', checked: [] };
      const checked: SourceItems[] = [];
      try {
        await checkConnection(connection, signal, onlyWithFindings, (read) => checked.push(read));
        return { outcome: 'done', checked };
      } catch (thrown) {
        if (!signal.aborted) log.write('warn', 'watch-failed', { code: toReport(thrown).code });
        return { outcome: 'failed', checked };
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
      for (const [id, { found, rests }] of memories) {
        if (!connectionIds.includes(id)) memories.delete(id);
        const accountIds = accountsOf(id).map((account) => account.id);
        for (const { source, items } of found.values()) {
          if (items.every((item) => isKept(item.finding, source, accountIds))) continue;
          found.delete(source);
          // What is deleted can be found again at once.
          rests.delete(source);
        }
      }
    },
  };
  function isKept(finding: SourceItems['items'][number]['finding'], source: string, accountIds: readonly string[]): boolean {
    if (finding.kind === 'drift' && source !== driftSourceName(finding.connectionId, drift)) return false;
    if ('accountId' in finding && !accountIds.includes(finding.accountId)) return false;
    const connection = find(finding.connectionId);
    return connection !== undefined && kindsAt(topics, connection)[kindOfFinding[finding.kind]];
  }
}

/** Returns what is looked for at a connection now. */
export function kindsAt(topics: Runtime['topics'], { watchRules }: Pick<Connection, 'watchRules'>): WatchedKinds {
  const policy = topics['policy.state'].get().value;
  return watchedKinds(topics['settings.state'].get().value, watchRules, policy.state === 'none' ? [] : policy.locked);
}

/** Whether an account is checked: one that the user signed in to, whose session hasn't ended. */
function isWatched({ connectionId, state, impersonationId }: Account, of: string): boolean {
  return connectionId === of && state !== 'invalid' && impersonationId === undefined;
}

function isReachable({ baseUrl }: Connection, isOnline: () => boolean): boolean {
  const url = parseUrl(baseUrl);
  return (url !== null && isLoopback(url)) || isOnline();
}
