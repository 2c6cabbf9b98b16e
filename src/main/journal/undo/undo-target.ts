/** Where an entry can be undone, and by whom: the connection and the credential that made it. */
import type { UndoReason } from '#contract/bridge/undo.ts';
import type { Endpoint } from '#contract/definitions.ts';
import { undoEntryOf } from '#contract/journal/entry-input.ts';
import type { JournalEntry } from '#contract/journal/journal-entry.ts';
import { refusalOfEntry } from '#contract/journal/plan-undo.ts';
import type { UndoEntry } from '#contract/journal/undo-plan.ts';
import { catalog } from '#contract/service/index.ts';
import type { Connections } from '../../records/connections';
import type { Runtime } from '../../runtime/create-runtime';

export interface UndoTargetDeps {
  readonly runtime: Pick<Runtime, 'topics'>;
  readonly connections: Pick<Connections, 'destinationOf' | 'has'>;
}

/** Who undoes an entry, where, and what is planned from it. */
export interface UndoTarget {
  readonly entry: UndoEntry;
  readonly actor: 'account' | 'project';
  readonly connectionId: string;
  readonly accountId: string | undefined;
  readonly destination: string;
  /** Whether an earlier undo may have created again what was deleted. That can't be known, because it has a new ID. */
  readonly isDoubtful: boolean;
}

/** What these delete is created again from a snapshot, after a message says what doesn't come back. */
export const createdAgain: ReadonlySet<string> = new Set(['users.delete', 'teams.delete']);

/** What these delete comes back under its old ID, so that reading it again shows it. */
const sameAgain: ReadonlySet<string> = new Set([
  'teams.removeMember',
  'permissions.deleteTeamDefinition',
  'permissions.deleteProjectDefinition',
]);

/** Returns an endpoint by its name, as `users.update`; undefined if there is none. */
export function endpointOf(name: string): Endpoint | undefined {
  const [group = '', row = ''] = name.split('.');
  const groups: Readonly<Record<string, Readonly<Record<string, Endpoint>>>> = catalog;
  return Object.hasOwn(groups, group) && Object.hasOwn(groups[group] ?? {}, row) ? groups[group]?.[row] : undefined;
}

/** Returns where an entry can be undone, or why it can't, as far as that is known without a request. `undo` is the newest entry that undoes it. */
export function undoTargetOf(
  { runtime, connections }: UndoTargetDeps,
  stored: JournalEntry,
  undo: JournalEntry | null,
): UndoTarget | UndoReason {
  const { endpoint: name, actor, connectionId, destination, outcome } = stored;
  const endpoint = endpointOf(name);
  if (endpoint === undefined) return 'unsupported';
  if (createdAgain.has(name)) return 'create-again';
  if (outcome === null) return 'running';
  if (outcome.result === 'failed') return 'failed';
  const byAccount = actor.kind === 'account';
  const entry = undoEntryOf(stored, endpoint);
  if (entry === null) {
    const rule = endpoint.journal;
    return rule !== undefined && 'subject' in rule && 'none' in rule.undo ? rule.undo.none : 'erased';
  }
  const refusal = refusalOfEntry(entry, { byAccount, has: () => true });
  if (refusal !== null) return refusal;
  const isDoubtful = undo !== null && 'again' in entry.rule.undo && !sameAgain.has(name);
  if (isDoubtful && undo.outcome?.result === 'done') return 'undone';
  if (connectionId === null || destination === null || !connections.has(connectionId)) return 'connection-gone';
  if (connections.destinationOf(connectionId) !== destination) return 'connection-moved';
  if (!byAccount) return { entry, actor: 'project', connectionId, accountId: undefined, destination, isDoubtful };
  const account = runtime.topics['accounts.list'].get().value.find(({ id }) => id === actor.id);
  if (account === undefined || account.connectionId !== connectionId) return 'account-gone';
  return { entry, actor: 'account', connectionId, accountId: account.id, destination, isDoubtful };
}
