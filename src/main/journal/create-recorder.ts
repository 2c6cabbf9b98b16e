/** Records every write: before its first byte, and with its outcome. */
import { fail } from '#contract/errors.ts';
import type { Checkpoint, RecordsRequest } from '#contract/workers/records.ts';
import { isRunning } from '#system/is-running.ts';
import type { Clock } from '../ports/ports';
import type { RecordedWrite, RecordImpersonationEnd, WriteOutcome, WriteRecorder } from '../ports/write-recorder';
import { withoutSecretWords } from '../remote/response/secret-names';
import { inTime, withinLimit } from '../runtime/pending';
import type { LockHolders } from '../storage/lock-holder';
import type { JournalRecords } from './journal-records';
import { intentOf, isRecorded, madeOf, outcomeOf, type WriteScene } from './write-facts';

export interface RecorderDeps {
  readonly records: Pick<JournalRecords, 'request'>;
  readonly clock: Clock;
  readonly holders: LockHolders;
  /** The number of this process. */
  readonly pid: number;
  /** Time (of the service) in milliseconds since the epoch. */
  readonly now: (connectionId: string | null) => number;
  readonly sceneOf: (write: RecordedWrite) => WriteScene;
  /** Resolves to the names that are known, without asking the service. Never rejects, and takes at most half a second. */
  readonly namesOf?: (write: RecordedWrite, scene: WriteScene) => Promise<WriteScene['names']>;
  /** Whether a write that can't be recorded must not be sent. */
  readonly isRequired: () => boolean;
  /** Whether nothing may be recorded. */
  readonly isForbidden?: () => boolean;
  readonly onAppended: (end: Checkpoint) => void;
  /** Runs once the outcome of a write that was done is stored. */
  readonly onDone?: (seq: number, write: RecordedWrite, value: unknown) => void;
  /** Runs for each write that was sent without being recorded, and for each outcome that couldn't be stored. */
  readonly onUnrecorded: (cause: unknown) => void;
  /** Runs for each write that wasn't sent, because it couldn't be recorded. */
  readonly onRefused?: (cause: unknown) => void;
}

export interface Recorder extends WriteRecorder {
  /** Ends the entries of processes that have ended: whether the service did what they sent isn't known. */
  recover(): Promise<void>;
  readonly impersonationEnded: RecordImpersonationEnd;
  /** Does what was held until callers have their responses: outcomes are sent to the records. */
  flush(): void;
  /** Resolves when all outcomes so far are stored, or can't be. */
  settled(): Promise<void>;
}

/** Maximum milliseconds for which a write waits to be recorded. */
const recordMillis = 3_000;
/** Age in milliseconds after which a write counts as ended if the system says nothing about its process. */
const overAfterMillis = 3_600_000;

/** Creates the recorder. */
export function createRecorder(deps: RecorderDeps): Recorder {
  const { records, clock } = deps;
  const entries = new WeakMap<RecordedWrite, Entry>();
  const held = createHeldTasks();
  const { follow, followed } = createFollowed();
  // Read ahead, so that the first write doesn't wait for it.
  const mark = deps.holders.newMark();
  const append = async <R extends Extract<RecordsRequest, { op: 'append-intent' | 'append-outcome' | 'append-end' | 'set-note' }>>(
    request: R,
  ) => {
    const end: Checkpoint = await records.request(request as Extract<RecordsRequest, { op: 'append-outcome' }>);
    held.add(() => deps.onAppended(end));
    return end;
  };
  const begin = async (write: RecordedWrite, scene: WriteScene): Promise<number> => {
    const names = await deps.namesOf?.(write, scene);
    const about = { timeMillis: deps.now(scene.connectionId), writer: await mark, pid: deps.pid };
    const known = names === undefined ? scene : { ...scene, names };
    const { seq } = await append({ op: 'append-intent', ...about, ...intentOf(write, known), ...snapshotOf(write) });
    const note = write.origin?.note;
    // The write has its entry, also without its note.
    if (note !== undefined && note !== '') await noteOn(seq, note, scene, about.timeMillis).catch(deps.onUnrecorded);
    return seq;
  };
  const noteOn = (about: number, note: string, { osUser }: WriteScene, timeMillis: number) =>
    append({ op: 'set-note', timeMillis, about, osUser, text: withoutSecretWords(note).slice(0, 10_000) });
  const end = async (write: RecordedWrite, { seq, stored }: Entry, { outcome, timeMillis }: Ended) => {
    // Without a pause if the number is known, so that what is requested next comes after it.
    const about = seq ?? (await stored);
    if (about === null) return;
    await append({ op: 'append-outcome', timeMillis, about, facts: outcomeOf(write, outcome), made: madeOf(write, outcome) });
    if (outcome.ok) deps.onDone?.(about, write, outcome.value);
  };
  return {
    wantsOldValue: (endpoint) => isRecorded({ endpoint }) && deps.isForbidden?.() !== true,
    async intent(write) {
      if (!isRecorded(write) || deps.isForbidden?.()) return;
      const scene = deps.sceneOf(write);
      const entry = begin(write, scene);
      const own: Entry = { scene, stored: entry.catch(() => null), seq: null };
      entries.set(write, own);
      follow(own.stored);
      try {
        await inTime(entry, recordMillis, clock);
        own.seq = await entry;
      } catch (cause) {
        if (!deps.isRequired()) return deps.onUnrecorded(cause);
        deps.onRefused?.(cause);
        throw fail('journal-required', {}, cause);
      }
    },
    outcome(write, outcome) {
      const entry = entries.get(write);
      if (entry === undefined) return;
      const ended = { outcome, timeMillis: deps.now(entry.scene.connectionId) };
      held.add(() => follow(end(write, entry, ended).catch(deps.onUnrecorded)));
    },
    flush: held.flush,
    async recover() {
      for (const { seq, writer, pid, timeMillis } of await records.request({ op: 'open-intents' })) {
        if (writer === (await mark) || !(await isOver(deps, { writer, pid, timeMillis }))) continue;
        await append({ op: 'append-outcome', timeMillis: deps.now(null), about: seq, facts: { ...unknown }, made: null });
      }
    },
    impersonationEnded(impersonation, end) {
      const request = { op: 'append-end', timeMillis: deps.now(null), impersonation, end } as const;
      const entry = append(request).catch(deps.onUnrecorded);
      follow(entry);
      return withinLimit(entry, recordMillis, clock);
    },
    async settled() {
      held.flush();
      await followed();
      held.flush();
    },
  };
}

/** How a write ended of which nothing is known. */
const unknown = { result: 'unknown', status: null, requestId: null, code: null, known: null, createdId: null } as const;

/** A write that is recorded, with its number once it is stored. */
interface Entry {
  readonly scene: WriteScene;
  /** Resolves to the number, also if the write was sent in the meantime; null if it couldn't be stored. */
  readonly stored: Promise<number | null>;
  seq: number | null;
}

interface Ended {
  readonly outcome: WriteOutcome;
  readonly timeMillis: number;
}

/** Creates what knows the work that goes on: `followed` resolves when nothing is left. */
function createFollowed() {
  const running = new Set<Promise<unknown>>();
  return {
    follow(task: Promise<unknown>): void {
      running.add(task);
      void task.finally(() => running.delete(task)).catch(() => undefined);
    },
    async followed(): Promise<void> {
      while (running.size > 0) await Promise.allSettled([...running]);
    },
  };
}

interface HeldTasks {
  /** Adds a task, which runs after what is waiting at present has run, or when they are flushed. */
  add(task: () => void): void;
  flush(): void;
}

/** Creates what holds work that a write must not wait for, in its order: sending a message takes this process about as long as the disk takes. */
function createHeldTasks(): HeldTasks {
  let tasks: (() => void)[] = [];
  const flush = () => {
    const due = tasks;
    tasks = [];
    for (const task of due) task();
  };
  return {
    add(task) {
      if (tasks.length === 0) setImmediate(flush);
      tasks.push(task);
    },
    flush,
  };
}

function snapshotOf({ origin }: RecordedWrite): { readonly snapshotId?: string } {
  return origin?.snapshotId === undefined ? {} : { snapshotId: origin.snapshotId };
}

/** Whether the process of a write has ended. Where the system doesn't tell, its number and the time do. */
async function isOver(
  { holders, pid: own, now }: RecorderDeps,
  { writer, pid, timeMillis }: { writer: string; pid: number; timeMillis: number },
): Promise<boolean> {
  const state = await holders.stateOf(writer);
  if (state !== 'unknown') return state === 'ended';
  return pid === own || !isRunning(pid) || Math.abs(now(null) - timeMillis) > overAfterMillis;
}
