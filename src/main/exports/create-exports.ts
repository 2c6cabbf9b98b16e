/** Exports to files: they run in the background, one connection's data each, until they are whole, canceled, or fail. */
import type { ExportRun } from '#contract/bridge/exports.ts';
import type { Bridge } from '#contract/bridge/index.ts';
import type { Handlers } from '#contract/definitions.ts';
import { fail } from '#contract/errors.ts';
import { isFieldOf } from '#contract/export/export-fields.ts';
import type { Caller } from '../ports/caller';
import type { Ports } from '../ports/ports';
import type { Connections } from '../records/connections';
import type { Sender } from '../remote/send';
import type { Runtime } from '../runtime/create-runtime';
import type { Sessions } from '../session/sessions';
import { resolveFile } from '../storage/chosen-file';
import { type ExportFile, openChosenFile, openUnnamedFile } from './export-file';
import { createExportSource, type IndexedUser, type MatchingUsers } from './export-source';
import { type FinishedRun, runExport } from './run-export';

/** Maximum number of ended runs that are listed. */
const maxEnded = 20;

type StartInput = Parameters<Handlers<Bridge, Caller>['exports']['start']>[0];

export interface ExportsDeps {
  readonly ports: Pick<Ports, 'profileFolder' | 'chooseExportFile' | 'clock'>;
  readonly runtime: Pick<Runtime, 'topics' | 'newId'>;
  readonly sender: Pick<Sender, 'send'>;
  readonly connections: Pick<Connections, 'find' | 'destinationOf'>;
  readonly sessions: Pick<Sessions, 'target'>;
  readonly matching: MatchingUsers;
  readonly indexed: IndexedUser;
  /** Throws `not-allowed` if exports are forbidden. The only place where that is asked. */
  readonly assertAllowed: () => void;
  readonly isLocked: () => boolean;
}

export interface Exports {
  /** Ends the runs that may not go on: all of them while the app is locked, and those of connections that are gone or point elsewhere. */
  check(): void;
  /** Cancels all runs. Resolves when nothing of them is left. */
  close(): Promise<void>;
  readonly handlers: Pick<Handlers<Bridge, Caller>, 'exports'>;
}

/** A run of this process. */
interface Running {
  run: ExportRun;
  readonly file: ExportFile;
  readonly abort: AbortController;
  /** Throws if the run may not go on. */
  readonly assertAllowed: () => void;
  ended: Promise<unknown>;
}

/** Creates the domain. */
export function createExports(deps: ExportsDeps): Exports {
  const { runtime } = deps;
  const runs = new Map<string, Running>();
  const publish = () => runtime.topics['exports.runs'].set([...runs.values()].map(({ run }) => run));
  const set = (id: string, change: Partial<ExportRun>) => {
    const known = runs.get(id);
    if (known === undefined) return;
    known.run = { ...known.run, ...change };
    publish();
  };
  const dismiss = async (id: string) => {
    const known = runs.get(id);
    if (known === undefined || known.run.state === 'running') return;
    runs.delete(id);
    publish();
    await discardUnnamed(known);
  };
  const trim = async () => {
    const ended = [...runs.values()].filter(({ run }) => run.state !== 'running');
    for (const { run } of ended.slice(0, Math.max(0, ended.length - maxEnded))) await dismiss(run.id);
  };
  const start = (input: StartInput, file: ExportFile, assertAllowed: () => void): string => {
    const id = runtime.newId();
    const abort = new AbortController();
    const running: Running = { run: newRun(id, input, file), file, abort, assertAllowed, ended: Promise.resolve() };
    runs.set(id, running);
    publish();
    const source = createExportSource(deps, input.connectionId, { signal: abort.signal, assertAllowed });
    const onEnd = (end: FinishedRun) => set(id, end);
    const onProgress = (progress: Pick<ExportRun, 'rows' | 'omitted'>) => set(id, progress);
    running.ended = runExport({ source, input, file, signal: abort.signal, assertAllowed, onProgress }).then(onEnd).then(trim);
    return id;
  };
  return {
    check() {
      for (const { run, abort, assertAllowed } of runs.values()) if (run.state === 'running') abortIf(assertAllowed, abort);
    },
    async close() {
      for (const { abort } of runs.values()) abort.abort(fail('cancelled'));
      await Promise.allSettled([...runs.values()].map(({ ended }) => ended));
      await Promise.all([...runs.values()].map(discardUnnamed));
    },
    handlers: {
      exports: {
        start: (input, caller) => choose(deps, input, caller, start),
        async cancel({ id }) {
          runs.get(id)?.abort.abort(fail('cancelled'));
          await runs.get(id)?.ended;
          return null;
        },
        async read({ id, position }) {
          const known = runs.get(id);
          if (known === undefined || known.run.state !== 'done') throw fail('object-gone');
          return known.file.read(position);
        },
        dismiss: async ({ id }) => dismiss(id).then(() => null),
      },
    },
  };
}

/** Checks the request, lets the user choose the file where the host has a dialog, and starts. What was checked is checked again after the dialog. */
async function choose(
  deps: ExportsDeps,
  input: StartInput,
  caller: Caller,
  start: (input: StartInput, file: ExportFile, assertAllowed: () => void) => string,
): Promise<string | null> {
  const { ports, connections, isLocked } = deps;
  const { connectionId, kind, fields, format } = input;
  const unknown = fields.find((field, at) => !isFieldOf(kind, field) || fields.indexOf(field) !== at);
  if (unknown !== undefined) throw fail('bad-input', { path: 'fields' });
  connections.find(connectionId);
  const destination = connections.destinationOf(connectionId);
  const assertAllowed = () => {
    deps.assertAllowed();
    if (isLocked()) throw fail('app-locked');
    connections.find(connectionId);
    if (connections.destinationOf(connectionId) !== destination) throw fail('connection-changed');
  };
  assertAllowed();
  if (ports.chooseExportFile === null) return start(input, await openUnnamedFile(ports.profileFolder), assertAllowed);
  const chosen = await ports.chooseExportFile(caller, { name: suggestedName(input, ports.clock.now()), format: format.format });
  if (chosen === null) return null;
  const path = await resolveFile(chosen);
  assertAllowed();
  return start(input, await openChosenFile(path), assertAllowed);
}

/** Returns a name such as `users-2026-11-19.csv`. */
function suggestedName({ kind, format }: StartInput, now: number): string {
  return `${kind}-${new Date(now).toISOString().slice(0, 10)}.${format.format}`;
}

function newRun(id: string, { connectionId, kind, scope, format }: StartInput, { path }: ExportFile): ExportRun {
  const totalRows = scope.kind === 'ids' ? scope.ids.length : null;
  return { id, connectionId, kind, path, format: format.format, rows: 0, omitted: 0, totalRows, state: 'running', error: null };
}

/** Closes a file that only its run reads. One in its place stays. */
async function discardUnnamed({ file }: Running): Promise<void> {
  if (file.path === null) await file.discard();
}

function abortIf(assertAllowed: () => void, abort: AbortController): void {
  try {
    assertAllowed();
  } catch (thrown) {
    abort.abort(thrown);
  }
}
