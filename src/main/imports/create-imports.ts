/** Imports of users, teams, and permission definitions from files. */
import type { Bridge } from '#contract/bridge/index.ts';
import type { Handlers, Push } from '#contract/definitions.ts';
import { fail } from '#contract/errors.ts';
import { csvRow } from '#contract/export/csv.ts';
import type { CheckedLine } from '#contract/imports/check.ts';
import type { ImportKind } from '#contract/imports/source.ts';
import type { NewJobRow } from '#contract/workers/job-records.ts';
import { createExportSource, type IndexedUser, type MatchingUsers } from '../exports/export-source';
import type { Jobs } from '../jobs/create-jobs';
import type { OwnTargets } from '../jobs/freeze-rows';
import type { Caller } from '../ports/caller';
import type { Ports } from '../ports/ports';
import type { Connections } from '../records/connections';
import type { Sender } from '../remote/send';
import type { Runtime } from '../runtime/create-runtime';
import type { Sessions } from '../session/sessions';
import type { AssertPermitted } from '../settings/policy';
import type { PlannedLine } from './checking/planned-line';
import { createCopy, removeLeftCopies } from './import-files';
import { createMappingCalls } from './mapping-calls';
import { createOpenImport, type OpenImport, type ProjectAccess, shownLine } from './open-import';
import { createSavedMappings } from './saved-mappings';

export interface ImportsDeps {
  readonly ports: Pick<Ports, 'clock' | 'profileFolder'>;
  readonly runtime: Pick<Runtime, 'topics' | 'newId' | 'onUnreadableFile' | 'pendingWrites'>;
  readonly sender: Pick<Sender, 'send'>;
  readonly connections: Pick<Connections, 'find' | 'has' | 'destinationOf'>;
  readonly sessions: Pick<Sessions, 'target' | 'serverTime'>;
  readonly matching: MatchingUsers;
  readonly indexed: IndexedUser;
  readonly jobs: Pick<Jobs, 'previewRows' | 'ownTargetsOf'>;
  readonly assertPermitted: AssertPermitted;
  readonly isLocked: () => boolean;
}

export interface Imports {
  /** Reads the saved mappings, and deletes what processes that have ended left. */
  load(): Promise<void>;
  /** Ends imports of connections that were removed. */
  follow(push: Push): void;
  windowClosed(windowId: string): void;
  /** Ends all imports, and deletes their files. */
  close(): Promise<void>;
  readonly handlers: Pick<Handlers<Bridge, Caller>, 'imports'>;
}

type ImportHandlers = Handlers<Bridge, Caller>['imports'];
type NewImport = Parameters<ImportHandlers['begin']>[0];

interface Owner {
  readonly windowId: string;
  readonly connectionId: string;
}

interface Kept extends Owner {
  readonly open: OpenImport;
}

/** An import whose file is being created. */
interface Starting extends Owner {
  isOver: boolean;
  /** Resolves once it is kept, or its file is deleted. */
  ended: Promise<unknown>;
}

/** Creates the domain. */
export function createImports(deps: ImportsDeps): Imports {
  const { ports, runtime } = deps;
  const { begin, find, discard, discardAll } = createOpenImports(deps);
  const mappings = createSavedMappings(deps);
  return {
    async load() {
      await removeLeftCopies(ports.profileFolder);
      await mappings.load();
    },
    follow({ name }) {
      if (name === 'connections.list') void discardAll(({ connectionId }) => !deps.connections.has(connectionId));
    },
    windowClosed: (windowId) => void runtime.pendingWrites.add(discardAll((one) => one.windowId === windowId)),
    async close() {
      mappings.close();
      await discardAll(() => true);
    },
    handlers: {
      imports: {
        begin,
        discard: async ({ id }, caller) => {
          await discard(id, caller);
          return null;
        },
        ...createFileCalls(deps, find),
        ...createMappingCalls(find),
        ...mappings.handlers,
        template: async ({ kind }) => templateOf(kind),
      },
    },
  };
}

/** Creates what has the imports that are open, each until its window or its connection is gone. */
function createOpenImports(deps: ImportsDeps) {
  const { ports, runtime } = deps;
  const topic = runtime.topics['imports.runs'];
  const kept = new Map<string, Kept>();
  const starting = new Set<Starting>();
  const publish = () => topic.set([...kept.values()].map(({ open }) => open.run()));
  const remove = async (id: string, { open }: Kept) => {
    kept.delete(id);
    publish();
    await open.remove();
  };
  const discardAll = (isMeant: (one: Owner) => boolean) => {
    const over = [...starting].filter(isMeant);
    for (const one of over) one.isOver = true;
    const removed = [...kept].filter(([, one]) => isMeant(one)).map(([id, one]) => remove(id, one));
    return Promise.allSettled([...over.map(({ ended }) => ended), ...removed]);
  };
  const start = async ({ connectionId, kind, name, size }: NewImport, own: Starting) => {
    await discardAll((one) => one !== own && one.windowId === own.windowId);
    const id = runtime.newId();
    const copy = await createCopy(ports.profileFolder).catch((cause: unknown) => {
      throw fail('profile-not-writable', {}, cause);
    });
    if (own.isOver) {
      await copy.remove();
      throw fail('cancelled');
    }
    const access = accessTo(deps, connectionId);
    const found = { copy, onChange: publish, profileFolder: ports.profileFolder, access };
    kept.set(id, { windowId: own.windowId, connectionId, open: createOpenImport({ id, connectionId, kind, name, size }, found) });
    publish();
    return id;
  };
  return {
    discardAll,
    begin: async (input: NewImport, { windowId }: Caller) => {
      assertWritable(deps, input.connectionId);
      const own: Starting = { windowId, connectionId: input.connectionId, isOver: false, ended: Promise.resolve() };
      starting.add(own);
      const started = start(input, own).finally(() => starting.delete(own));
      own.ended = started;
      return started;
    },
    /** Only the window that began an import has it. */
    find(id: string, { windowId }: Caller): OpenImport {
      const known = kept.get(id);
      if (known === undefined || known.windowId !== windowId) throw fail('object-gone');
      return known.open;
    },
    async discard(id: string, { windowId }: Caller): Promise<void> {
      const known = kept.get(id);
      if (known?.windowId === windowId) await remove(id, known);
    },
  };
}

function assertWritable({ runtime, connections }: ImportsDeps, connectionId: string): void {
  if (runtime.topics['settings.state'].get().value.readOnly) throw fail('app-read-only');
  if (connections.find(connectionId).safety === 'read-only') throw fail('read-only-connection');
}

/** Returns how an import reads the project of its connection, as it is now: not that of another one to which it is changed. */
function accessTo(deps: ImportsDeps, connectionId: string): ProjectAccess {
  const { runtime, connections, sessions, jobs } = deps;
  const destination = connections.destinationOf(connectionId);
  const assertAllowed = () => {
    if (deps.isLocked()) throw fail('app-locked');
    if (connections.destinationOf(connectionId) !== destination) throw fail('connection-changed');
  };
  return {
    assertAllowed,
    sourceOf: (signal: AbortSignal) => createExportSource(deps, connectionId, { signal, assertAllowed }),
    hasIndex() {
      const index = runtime.topics['localIndex.state'].get().value.find((one) => one.connectionId === connectionId);
      const isWhole = index?.state === 'current' || index?.state === 'updating';
      return isWhole && index?.unread === 0;
    },
    ownTargets: () => jobs.ownTargetsOf(connectionId),
    now: () => sessions.serverTime(connectionId),
  };
}

type FileCalls = 'append' | 'finish' | 'setFormat' | 'cancelCheck' | 'lines' | 'exportPage' | 'prepare';
type FindImport = (id: string, caller: Caller) => OpenImport;

/** Creates the handlers about one file, and about what was found in it. */
function createFileCalls(deps: ImportsDeps, find: FindImport): Pick<ImportHandlers, FileCalls> {
  return {
    async append({ id, position, data }, caller) {
      await find(id, caller).append(position, Buffer.from(data, 'base64'));
      return null;
    },
    finish: async ({ id, isUnchanged }, caller) => find(id, caller).finish(isUnchanged),
    setFormat: async ({ id, format }, caller) => find(id, caller).setFormat(format),
    async cancelCheck({ id }, caller) {
      await find(id, caller).cancelCheck();
      return null;
    },
    async lines({ id, status, from, limit }, caller) {
      const shown: CheckedLine[] = [];
      for await (const lines of find(id, caller).lines(status, from)) {
        shown.push(...lines.map((line, at) => shownLine(line, from + shown.length + at)));
        if (shown.length > limit) break;
      }
      return { lines: shown.slice(0, limit), hasMore: shown.length > limit };
    },
    async exportPage({ id, from }, caller) {
      deps.assertPermitted('export');
      return exportedPage(find(id, caller), from);
    },
    prepare: async ({ id, statuses }, caller) => prepare(deps, find(id, caller), [...new Set(statuses)], caller),
  };
}

/** Characters of a page of an export, after which it has no more lines. */
const pageLength = 524_288;

async function exportedPage(open: OpenImport, from: number): Promise<{ text: string; next: number | null }> {
  const count = open.run().result?.counts.impossible ?? 0;
  let text = from === 0 ? csvRow(['line', 'reason', 'column', ...open.read().outline.columns]) : '';
  let next = from;
  for await (const lines of open.lines('impossible', from)) {
    text += lines.map(exportedLine).join('');
    next += lines.length;
    if (text.length >= pageLength) break;
  }
  return { text, next: next < count ? next : null };
}

function exportedLine({ line, problems, cells }: PlannedLine): string {
  const reasons = problems.map(({ reason }) => reason).join(', ');
  const columns = problems.flatMap(({ columnName }) => columnName ?? []).join(', ');
  return csvRow([String(line), reasons, columns, ...(cells ?? [])]);
}

/** Fixes the rows of a job. */
async function prepare(
  { jobs }: ImportsDeps,
  open: OpenImport,
  statuses: readonly ('create' | 'change')[],
  { windowId }: Caller,
): ReturnType<ImportHandlers['prepare']> {
  const { connectionId, kind, name, result } = open.run();
  if (result === null) throw fail('object-gone');
  open.access.assertAllowed();
  const own = open.access.ownTargets();
  const requests = statuses.reduce((sum, status) => sum + result.requests[status], 0);
  async function* rowsOf() {
    // What others need is created before it.
    for (const status of ['create', 'change'] as const) {
      if (!statuses.includes(status)) continue;
      for await (const lines of open.lines(status, 0)) yield lines.flatMap(({ row }) => (row === null ? [] : sparing(row, own)));
    }
  }
  return open.preparing(() =>
    jobs.previewRows({ connectionId, action: { kind: `${kind}.import`, file: name }, requests, rowsOf }, windowId),
  );
}

/** Returns a row, left out if it would set the password of a user who has been signed in here since the check. */
function sparing(row: NewJobRow, own: OwnTargets): NewJobRow {
  const reason = row.secret === null ? undefined : own.get(row.target.id);
  return reason === undefined ? row : { ...row, secret: null, reason };
}

const rows: Readonly<Record<ImportKind, readonly (readonly string[])[]>> = {
  users: [
    ['email', 'display_name', 'email_verified', 'password', 'team', 'permission', 'server.plan', 'client_read_only.seats'],
    ['ada@example.com', 'Ada Lovelace', 'yes', '', 'Difference Team', '', 'team', '12'],
    ['grace@example.com', 'Grace Hopper', 'no', '', '', '', 'free', '1'],
  ],
  teams: [
    ['name', 'member', 'server.plan'],
    ['Difference Team', 'ada@example.com, grace@example.com', 'team'],
    ['Apollo', '', 'free'],
  ],
  permissions: [
    ['id', 'scope', 'description', 'contained'],
    ['read_reports', 'team', 'Read reports', ''],
    ['edit_reports', 'team', 'Edit reports', 'read_reports'],
  ],
};

/** Returns the file of a kind. */
function templateOf(kind: ImportKind): { readonly name: string; readonly text: string } {
  return { name: `${kind}-template.csv`, text: rows[kind].map((cells) => csvRow(cells)).join('') };
}
