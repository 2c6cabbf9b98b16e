/** Records every write: before its first byte, and with its outcome. */
import { fail } from '#contract/errors.ts';
import type { Checkpoint, RecordsRequest } from '#contract/workers/records.ts';
import { isRunning } from '#system/is-running.ts';
import type { Clock } from '../ports/ports';
import type { RecordedWrite, WriteRecorder } from '../ports/write-recorder';
import { withoutSecretWords } from '../remote/response/secret-names';
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
  /** Resolves when all outcomes so far are stored, or can't be. */
  settled(): Promise<void>;
}

/** Maximum milliseconds for which a write waits to be recorded. */
const recordMillis = 3_000;
/** Age in milliseconds after which a write of a process is over about which the system says nothing. */
const overAfterMillis = 3_600_000;

/** Creates the recorder. */
export function createRecorder(deps: RecorderDeps): Recorder {
  const { records, clock } = deps;
  const entries = new WeakMap<RecordedWrite, Promise<number | null>>();
  const running = new Set<Promise<unknown>>();
  // Read ahead, so that the first write doesn't wait for it.
  const mark = deps.holders.newMark();
  const follow = (task: Promise<unknown>) => {
    running.add(task);
    void task.finally(() => running.delete(task)).catch(() => undefined);
  };
  const append = async <R extends Extract<RecordsRequest, { op: 'append-intent' | 'append-outcome' | 'set-note' }>>(request: R) => {
    const end: Checkpoint = await records.request(request as Extract<RecordsRequest, { op: 'append-outcome' }>);
    deps.onAppended(end);
    return end;
  };
  const begin = async (write: RecordedWrite): Promise<number> => {
    const scene = deps.sceneOf(write);
    const names = await deps.namesOf?.(write, scene);
    const about = { timeMillis: deps.now(scene.connectionId), writer: await mark, pid: deps.pid };
    const { seq } = await append({ op: 'append-intent', ...about, ...intentOf(write, names === undefined ? scene : { ...scene, names }) });
    const note = write.origin?.note;
    // The write has its entry, also without its note.
    if (note !== undefined && note !== '') await noteOn(seq, note, scene, about.timeMillis).catch(deps.onUnrecorded);
    return seq;
  };
  const noteOn = (about: number, note: string, { osUser }: WriteScene, timeMillis: number) =>
    append({ op: 'set-note', timeMillis, about, osUser, text: withoutSecretWords(note).slice(0, 10_000) });
  const end = async (write: RecordedWrite, outcome: Parameters<WriteRecorder['outcome']>[1]) => {
    const about = await entries.get(write);
    if (about === undefined || about === null) return;
    const timeMillis = deps.now(deps.sceneOf(write).connectionId);
    await append({ op: 'append-outcome', timeMillis, about, facts: outcomeOf(write, outcome), made: madeOf(write, outcome) });
    if (outcome.ok) deps.onDone?.(about, write, outcome.value);
  };
  return {
    wantsOldValue: (endpoint) => isRecorded({ endpoint }) && deps.isForbidden?.() !== true,
    async intent(write) {
      if (!isRecorded(write) || deps.isForbidden?.()) return;
      const entry = begin(write);
      // An entry that is stored too late gets its outcome all the same.
      entries.set(
        write,
        entry.catch(() => null),
      );
      follow(entry.catch(() => null));
      try {
        await inTime(entry, clock);
      } catch (cause) {
        if (!deps.isRequired()) return deps.onUnrecorded(cause);
        deps.onRefused?.(cause);
        throw fail('journal-required', {}, cause);
      }
    },
    outcome(write, outcome) {
      if (entries.has(write)) follow(end(write, outcome).catch(deps.onUnrecorded));
    },
    async recover() {
      for (const { seq, writer, pid, timeMillis } of await records.request({ op: 'open-intents' })) {
        if (writer === (await mark) || !(await isOver(deps, { writer, pid, timeMillis }))) continue;
        const facts = { result: 'unknown', status: null, requestId: null, code: null, known: null, createdId: null } as const;
        await append({ op: 'append-outcome', timeMillis: deps.now(null), about: seq, facts: { ...facts }, made: null });
      }
    },
    async settled() {
      while (running.size > 0) await Promise.allSettled([...running]);
    },
  };
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

/** Rejects if the task takes too long, which goes on. */
function inTime(task: Promise<unknown>, clock: Clock): Promise<unknown> {
  let stop = () => {};
  const late = new Promise<never>((_resolve, reject) => {
    stop = clock.after(recordMillis, () => reject(fail('timed-out')));
  });
  return Promise.race([task, late]).finally(() => stop());
}
