/** One import: its copy of the file, how it is read, and what the last check found. */
import { AppError, fail, toReport } from '#contract/errors.ts';
import type { CheckedLine, LineStatus } from '#contract/imports/check.ts';
import type { ImportMapping } from '#contract/imports/mapping.ts';
import type { ImportRun } from '#contract/imports/run.ts';
import type { ImportFault, ImportFormat, ImportSource } from '#contract/imports/source.ts';
import { importPartBytes } from '#contract/imports/source.ts';
import type { ExportSource } from '../exports/export-source';
import type { OwnTargets } from '../jobs/freeze-rows';
import { checkFile } from './checking/check-file';
import type { LineStore } from './checking/line-store';
import type { PlannedLine } from './checking/planned-line';
import { createLines } from './import-files';
import { describeSource, secretColumns } from './mapping/describe-source';
import { findFormat } from './reading/find-format';
import { PageDamaged, type PagedFile } from './reading/paged-file';
import { type FileOutline, outlineOf, type ReadableFile, UnreadableFile } from './reading/read-file';

/** What a file is once it is read. */
interface ReadFile {
  readonly file: ReadableFile;
  readonly outline: FileOutline;
}

export interface OpenImportDeps {
  readonly profileFolder: string;
  readonly copy: PagedFile;
  readonly onChange: () => void;
  readonly access: ProjectAccess;
}

/** How an import reads its project. */
export interface ProjectAccess {
  /** Throws once the project may no longer be read, or the connection is to another one. */
  readonly assertAllowed: () => void;
  /** Reads of the project, until the signal is aborted. Throw once they are no longer allowed. */
  readonly sourceOf: (signal: AbortSignal) => ExportSource;
  readonly hasIndex: () => boolean;
  readonly ownTargets: () => OwnTargets;
  /** Time of the service. */
  readonly now: () => number;
}

export interface OpenImport {
  readonly access: ProjectAccess;
  run(): ImportRun;
  append(position: number, bytes: Buffer): Promise<void>;
  finish(isUnchanged: boolean): Promise<ImportSource | null>;
  setFormat(format: ImportFormat): Promise<ImportSource | null>;
  /** Returns the file that was read. Throws `object-gone` before that. */
  read(): ReadFile;
  /** Starts a check, and ends another one. */
  check(mapping: ImportMapping): void;
  cancelCheck(): Promise<void>;
  /** Yields the lines of a status from a position on, some at a time. Throws `object-gone` without a result. */
  lines(status: LineStatus, from: number): AsyncGenerator<readonly PlannedLine[]>;
  /** Runs a task while the state is `preparing`. Throws `object-gone` without a result. */
  preparing<T>(task: () => Promise<T>): Promise<T>;
  /** Ends what runs, and deletes the files. */
  remove(): Promise<void>;
}

type Start = Pick<ImportRun, 'id' | 'connectionId' | 'kind' | 'name' | 'size'>;

/** Milliseconds between two reports of the progress. */
const reportMillis = 100;

/** Creates the import of a file of which nothing is there yet. */
export function createOpenImport(start: Start, deps: OpenImportDeps): OpenImport {
  let run: ImportRun = { ...start, state: 'receiving', progress: 0, result: null, fault: null, error: null };
  const set = (change: Partial<ImportRun>) => {
    run = { ...run, ...change };
    deps.onChange();
  };
  const reading = createReading(deps.copy, start, set);
  const checking = createChecking(deps, set, reading.current);
  return {
    access: deps.access,
    run: () => run,
    append: reading.append,
    async finish(isUnchanged) {
      if (run.state !== 'receiving') throw fail('bad-input', { path: 'id' });
      return reading.finish(isUnchanged);
    },
    async setFormat(format) {
      if (run.state === 'receiving' || run.state === 'preparing') throw fail('bad-input', { path: 'id' });
      await checking.end();
      return reading.readIn(format);
    },
    read: reading.current,
    check: checking.start,
    async cancelCheck() {
      if (run.state === 'checking' && (await checking.cancel())) set({ state: 'mapping', progress: null });
    },
    lines: (status, from) => checking.store().read(status, from),
    async preparing(task) {
      checking.store();
      set({ state: 'preparing', progress: 0 });
      try {
        return await task();
      } finally {
        set({ state: 'checked', progress: null });
      }
    },
    async remove() {
      await checking.end();
      await deps.copy.remove();
    },
  };
}

type Set = (change: Partial<ImportRun>) => void;

function createReading(copy: PagedFile, { size, kind }: Start, set: Set) {
  let received = 0;
  let read: ReadFile | null = null;
  let hasByteOrderMark = false;
  const failed = (fault: ImportFault): null => {
    set({ state: 'failed', progress: null, fault });
    return null;
  };
  const readIn = async (format: ImportFormat): Promise<ImportSource | null> => {
    read = null;
    set({ state: 'reading', progress: 0, fault: null, result: null, error: null });
    const file = { pages: copy, format };
    try {
      const outline = await outlineOf(file, async (progress) => {
        await pause();
        set({ progress });
      });
      read = { file, outline };
      set({ state: 'mapping', progress: null });
      return describeSource(kind, { format, hasByteOrderMark }, outline);
    } catch (thrown) {
      const fault = faultOf(thrown);
      if (fault === null) throw thrown;
      return failed(fault);
    }
  };
  return {
    async append(position: number, bytes: Buffer) {
      const isWhole = bytes.length === importPartBytes || received + bytes.length === size;
      if (position !== received || bytes.length === 0 || !isWhole || received + bytes.length > size)
        throw fail('bad-input', { path: 'position' });
      received += bytes.length;
      try {
        await copy.append(bytes);
      } catch (cause) {
        failed({ reason: 'disk-full', line: null, column: null });
        throw fail('profile-not-writable', {}, cause);
      }
      set({ progress: received / size });
    },
    async finish(isUnchanged: boolean) {
      if (!isUnchanged || received !== size) return failed({ reason: 'changed', line: null, column: null });
      if (size === 0) return failed({ reason: 'no-columns', line: null, column: null });
      const found = await findFormat(copy);
      hasByteOrderMark = found.hasByteOrderMark;
      return readIn(found.format);
    },
    readIn,
    current(): ReadFile {
      if (read === null) throw fail('object-gone');
      return read;
    },
  };
}

/** Returns why the copy can't be read; null for a failure that isn't about it. */
function faultOf(thrown: unknown): ImportFault | null {
  if (thrown instanceof UnreadableFile) return thrown.fault;
  return thrown instanceof PageDamaged ? { reason: 'damaged', line: null, column: null } : null;
}

/** Lets others have their turn. */
async function pause(): Promise<void> {
  await new Promise<void>((resolve) => void setImmediate(resolve));
}

function createChecking(deps: OpenImportDeps, set: Set, current: () => ReadFile) {
  let store: LineStore | null = null;
  let abort = new AbortController();
  let running: Promise<void> = Promise.resolve();
  const end = async () => {
    abort.abort(fail('cancelled'));
    await running;
    await store?.remove();
    store = null;
  };
  const check = async (read: ReadFile, mapping: ImportMapping, signal: AbortSignal, after: Promise<void>) => {
    await after;
    const lines = await createLines(deps.profileFolder);
    try {
      const sums = await checkLines(deps.access, read, mapping, signal, lines, (progress) => set({ progress }));
      signal.throwIfAborted();
      store = lines;
      const result = { ...sums, counts: lines.counts(), checkedAtMillis: Math.max(0, Math.round(deps.access.now())) };
      set({ state: 'checked', progress: null, result });
    } catch (thrown) {
      await lines.remove();
      throw thrown;
    }
  };
  return {
    end,
    /** Ends the check, and resolves to whether no other one was started in the meantime. */
    async cancel(): Promise<boolean> {
      const { signal } = abort;
      await end();
      return abort.signal === signal;
    },
    start(mapping: ImportMapping) {
      const read = current();
      const after = end();
      abort = new AbortController();
      const { signal } = abort;
      set({ state: 'checking', progress: 0, result: null, error: null });
      running = check(read, mapping, signal, after).catch((thrown: unknown) => {
        if (signal.aborted) return;
        const fault = faultOf(thrown);
        if (fault !== null) set({ state: 'failed', progress: null, fault });
        else set({ state: 'mapping', progress: null, error: toReport(asAppError(thrown)) });
      });
    },
    store(): LineStore {
      if (store === null) throw fail('object-gone');
      return store;
    },
  };
}

async function checkLines(
  access: ProjectAccess,
  { file, outline }: ReadFile,
  mapping: ImportMapping,
  signal: AbortSignal,
  lines: LineStore,
  report: (progress: number) => void,
) {
  const source = access.sourceOf(signal);
  const foldsCase = await source.hasFeature('lower-case-emails');
  let reported = 0;
  const check = {
    ...{ file, mapping, source, columns: outline.columns, lines: outline.lines, secretColumns: secretColumns(outline) },
    hasIndex: access.hasIndex(),
    own: access.ownTargets(),
    fold: (email: string) => (foldsCase ? email.toLowerCase() : email),
    async onPart(progress: number) {
      await pause();
      signal.throwIfAborted();
      const now = performance.now();
      if (now - reported < reportMillis) return;
      reported = now;
      report(Math.min(1, progress));
    },
  };
  return checkFile(check, lines);
}

/** What isn't an error of the app is the system's about the private files. */
function asAppError(thrown: unknown): unknown {
  const isSystem = thrown instanceof Error && 'code' in thrown && 'syscall' in thrown;
  return !(thrown instanceof AppError) && isSystem ? fail('profile-not-writable', {}, thrown) : thrown;
}

/** Returns what windows see of a line. */
export function shownLine(
  { row: _row, requests: _requests, leavesPassword: _leaves, cells: _cells, ...line }: PlannedLine,
  at: number,
): CheckedLine {
  return { ...line, at };
}
