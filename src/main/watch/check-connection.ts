/** One check of the watch at a connection. */
import type { Account } from '#contract/bridge/accounts.ts';
import { AppError } from '#contract/errors.ts';
import { catalog } from '#contract/service/index.ts';
import type { WatchedKinds } from '#contract/watch/rules.ts';
import type { TokenSource } from '../remote/send';
import { driftSource, type WatchedDrift } from './drift-source';
import type { SourceItems } from './item';
import { type AccountAccess, accountSources, hasAdminAccess, projectSources, type Source, type SourceDeps, teamSources } from './sources';

/** Maximum number of teams of an account in one check. The next check continues after them. */
const maxTeams = 20;
/** Milliseconds for which a source isn't read again that the service refused, or didn't respond to properly. */
const pauseMillis = 3_600_000;

/** What a connection’s checks remember. Not stored. */
export interface CheckMemory {
  readonly found: Map<string, SourceItems>;
  /** Monotonic times until which sources aren't read. */
  readonly paused: Map<string, number>;
  /** Monotonic times until which what sources reported counts. */
  readonly rests: Map<string, number>;
  /** The team at which the next check of an account starts. */
  readonly nextTeam: Map<string, number>;
}

export interface CheckDeps extends SourceDeps {
  readonly accounts: readonly Account[];
  readonly kinds: WatchedKinds;
  readonly drift: WatchedDrift;
  readonly sessionOf: (account: Account) => TokenSource;
  readonly monotonic: () => number;
  /** Whether only sources are read that have findings, because a change by the user may have resolved them. */
  readonly onlyWithFindings: boolean;
}

/** Creates the memory of a connection that wasn't checked. */
export function createCheckMemory(): CheckMemory {
  return { found: new Map(), paused: new Map(), rests: new Map(), nextTeam: new Map() };
}

/**
 * Reads the sources of a connection, and calls `onRead` for each. Sources that the service refuses have no findings; those to which it
 * doesn't respond properly keep theirs. Throws the code of a call if the service can't be reached, or asks to wait.
 */
export async function check(deps: CheckDeps, memory: CheckMemory, onRead: (read: SourceItems) => void): Promise<void> {
  const { connection, accounts, kinds } = deps;
  const present = new Set<string>();
  const readAll = async (sources: readonly Source[]) => {
    for (const source of sources) {
      present.add(source.source);
      const read = await readSource(deps, memory, source);
      if (read !== null) onRead(read);
    }
  };
  if (hasAdminAccess(connection)) {
    await readAll(projectSources(deps, kinds));
    if (kinds.drift) await readAll([driftSource(deps, deps.drift)]);
  }
  for (const account of accounts) {
    const access: AccountAccess = { account, session: deps.sessionOf(account) };
    await readAll(accountSources(deps, access, kinds));
    const teams = await readTeams(deps, memory, access);
    if (teams === null) for (const source of memory.found.keys()) if (isOfTeam(source, account.id)) present.add(source);
    // The teams of other checks keep their findings.
    for (const team of teams ?? []) for (const { source } of teamSources(deps, access, team, kinds)) present.add(source);
    for (const team of nextTeams(memory, account.id, teams ?? [], deps.onlyWithFindings))
      await readAll(teamSources(deps, access, team, kinds));
  }
  for (const source of memory.found.keys()) if (!present.has(source)) memory.found.delete(source);
  for (const source of memory.rests.keys()) if (!present.has(source)) memory.rests.delete(source);
}

/** Reads a source unless it isn't due. Null if it wasn't read. */
async function readSource(deps: CheckDeps, memory: CheckMemory, source: Source): Promise<SourceItems | null> {
  const { found, rests } = memory;
  const { everyMillis } = source;
  const isResting = deps.onlyWithFindings ? source.isResolvable !== true : (rests.get(source.source) ?? 0) > deps.monotonic();
  if (everyMillis !== undefined && isResting) return null;
  if (deps.onlyWithFindings && (found.get(source.source)?.items.length ?? 0) === 0) return null;
  const items = await unlessPaused(deps, memory, source.source, source.read);
  if (items === null) return null;
  const read = { source: source.source, baseline: source.baseline, items };
  found.set(source.source, read);
  if (everyMillis !== undefined) rests.set(source.source, deps.monotonic() + everyMillis);
  return read;
}

/** Null if the list couldn't be read. */
async function readTeams(deps: CheckDeps, memory: CheckMemory, { account, session }: AccountAccess) {
  const { sender, target, kinds, signal } = deps;
  if (!kinds.keys && !kinds.invitations) return [];
  const options = { once: true, signal, session };
  const read = async () => (await sender.send(catalog.teams.list, 'account', target, { query: { user_id: 'me' } }, options)).items;
  return unlessPaused(deps, memory, `teams:${account.id}`, read);
}

/** Returns the teams of this check, in the order of the list, starting after those of the last one. */
function nextTeams<T>({ nextTeam }: CheckMemory, accountId: string, teams: readonly T[], isPartial: boolean): readonly T[] {
  if (isPartial || teams.length <= maxTeams) return teams;
  const start = (nextTeam.get(accountId) ?? 0) % teams.length;
  nextTeam.set(accountId, start + maxTeams);
  return [...teams.slice(start), ...teams.slice(0, start)].slice(0, maxTeams);
}

/** Runs a read; null if it failed now or within the last hour. What the service refused has no findings. */
async function unlessPaused<T>(deps: CheckDeps, { paused, found }: CheckMemory, source: string, read: () => Promise<T>): Promise<T | null> {
  if ((paused.get(source) ?? 0) > deps.monotonic()) return null;
  try {
    return await read();
  } catch (thrown) {
    if (!(thrown instanceof AppError) || !isAboutSource(thrown)) throw thrown;
    paused.set(source, deps.monotonic() + pauseMillis);
    if (isRefusal(thrown)) found.delete(source);
    return null;
  }
}

const refusals: ReadonlySet<string> = new Set([
  'known-error',
  'missing-credentials',
  'owner-signed-out',
  'not-offered-by-service',
  'signed-out',
  'session-ended',
  'unknown-account',
]);

const faults: ReadonlySet<string> = new Set(['service-error', 'bad-response', 'response-too-large', 'protocol-violation']);

/** Whether an error is about one source only, so that others can still be read. A required pause is about all of them. */
function isAboutSource({ code, report }: AppError): boolean {
  return report.status !== 429 && (refusals.has(code) || faults.has(code));
}

/** Whether the service doesn't let the account or the project read the source. */
function isRefusal({ code, report: { status = 0 } }: AppError): boolean {
  return refusals.has(code) || (code === 'service-error' && status >= 400 && status < 500);
}

function isOfTeam(source: string, accountId: string): boolean {
  return source.startsWith(`team-keys:${accountId}:`) || source.startsWith(`invitations:${accountId}:`);
}
