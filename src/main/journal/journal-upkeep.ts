/** What the journal does on its own: it verifies its chain, removes old entries, and is deleted when the policy forbids it. */
import type { JournalState } from '#contract/bridge/journal.ts';
import { topicInitials } from '#contract/bridge/topic-initials.ts';
import { LibraryFailure } from '../library/library-client';
import type { Ports } from '../ports/ports';
import type { Runtime } from '../runtime/create-runtime';
import type { Recorder } from './create-recorder';
import type { JournalNotices } from './journal-notices';
import type { Checkpoints, JournalRecords } from './journal-records';
import { nowOf, type SceneDeps } from './write-scene';

interface UpkeepDeps extends SceneDeps {
  readonly ports: Pick<Ports, 'clock'>;
  readonly runtime: Pick<Runtime, 'topics' | 'log' | 'pendingWrites'>;
  /** Whether the policy forbids the journal. */
  readonly isForbidden: () => boolean;
}

export interface UpkeepParts {
  readonly records: JournalRecords;
  readonly checkpoints: Checkpoints;
  readonly recorder: Pick<Recorder, 'recover'>;
  readonly change: (part: Partial<JournalState>) => void;
  readonly notices: Pick<JournalNotices, 'forbidden'>;
  /** What follows the verification at the start. */
  readonly tasks: readonly (() => Promise<void>)[];
}

export interface Upkeep {
  /** Starts it, a while after the first window, which reads what it shows in the meantime. */
  start(): void;
  /** Verifies the chain. Rejects with the error of the file. */
  verify(): Promise<void>;
  settingsChanged(): void;
  policyChanged(): void;
  stop(): void;
}

/** Milliseconds after the first window. */
const startMillis = 5_000;
/** Milliseconds after which old entries are removed again, and those after a change of what is kept. */
const dayMillis = 86_400_000;
const settleMillis = 10_000;

/** Creates it. Nothing runs before `start`. */
export function createUpkeep(deps: UpkeepDeps, parts: UpkeepParts): Upkeep {
  const { ports, runtime } = deps;
  const { records, checkpoints, recorder, change } = parts;
  const topic = runtime.topics['journal.state'];
  const verify = createVerification({ records, checkpoints, change, now: () => nowOf(deps, null) });
  const trim = async () => {
    const timeMillis = nowOf(deps, null);
    const { journalDays, journalEntries } = runtime.topics['settings.state'].get().value;
    const olderThanMillis = Math.max(0, timeMillis - journalDays * 86_400_000);
    const request = { op: 'trim-journal', timeMillis, olderThanMillis, maxEntries: journalEntries } as const;
    const { removed, end } = await records.request(request);
    if (removed > 0) checkpoints.appended(end);
  };
  /** Ends entries of ended processes, verifies the chain, and removes old entries. */
  const start = async () => {
    if (deps.isForbidden()) return;
    try {
      await recorder.recover();
      await verify();
      await trim();
      for (const task of parts.tasks) await task();
    } catch (thrown) {
      const fault = thrown instanceof LibraryFailure ? thrown.fault : 'other';
      runtime.log.write('warn', 'journal-not-verified', { code: fault });
      change({ verification: 'failed', ...(topic.get().value.state === 'open' ? {} : unavailable(fault)) });
    }
  };
  let stopStart: (() => void) | null = null;
  const trimLater = (delay: number) => {
    stopTrim();
    stopTrim = ports.clock.after(delay, () => {
      if (records.isInUse()) void trim().catch(() => undefined);
      trimLater(dayMillis);
    });
  };
  let stopTrim = () => {};
  return {
    start() {
      if (stopStart !== null) return;
      stopStart = ports.clock.after(startMillis, () => void start());
      trimLater(dayMillis);
    },
    verify,
    settingsChanged() {
      if (stopStart !== null) trimLater(settleMillis);
    },
    policyChanged: createPolicyAdoption(deps, parts),
    stop() {
      stopStart?.();
      stopTrim();
    },
  };
}

/** Returns the function that deletes the journal when the policy forbids it. */
function createPolicyAdoption(deps: UpkeepDeps, { records, checkpoints, change, notices }: UpkeepParts): () => void {
  const { topics, pendingWrites, log } = deps.runtime;
  const remove = async () => {
    checkpoints.forget();
    if (await records.remove()) notices.forbidden();
  };
  return () => {
    const wasForbidden = topics['journal.state'].get().value.state === 'forbidden';
    if (wasForbidden === deps.isForbidden()) return;
    change({ ...topicInitials['journal.state'], state: wasForbidden ? 'closed' : 'forbidden' });
    // What couldn't be deleted is deleted at the next start.
    if (!wasForbidden) void pendingWrites.add(remove()).catch(() => log.write('warn', 'journal-not-deleted'));
  };
}

interface VerificationDeps {
  readonly records: Pick<JournalRecords, 'request' | 'isTemporary'>;
  readonly checkpoints: Checkpoints;
  readonly change: (part: Partial<JournalState>) => void;
  readonly now: () => number;
}

/** Returns the function that verifies the chain. What it finds becomes an entry, so that it stays known after the next checkpoint. */
function createVerification({ records, checkpoints, change, now }: VerificationDeps): () => Promise<void> {
  let running: Promise<void> | null = null;
  const verify = async () => {
    change({ verification: 'running' });
    await records.request({ op: 'journal-end' });
    // Before the chain, which is then at least as long.
    const checkpoint = records.isTemporary() ? null : await checkpoints.read();
    const { faults, entries } = await records.request({ op: 'verify-chain', checkpoint });
    const found = faults.filter(({ foundAtMillis }) => foundAtMillis === null);
    if (found.length > 0) {
      checkpoints.appended(await records.request({ op: 'append-break', timeMillis: now(), faults: found }));
      await checkpoints.save(true);
    }
    change({ verification: faults.length === 0 ? 'whole' : 'broken', faults, entries, verifiedAtMillis: now() });
  };
  return () => {
    running ??= verify().finally(() => {
      running = null;
    });
    return running;
  };
}

/** Returns the state in which writes can't be recorded. */
export function unavailable(fault: string): Pick<JournalState, 'state' | 'fault'> {
  return { state: 'unavailable', fault: fault === 'disk-full' || fault === 'newer' ? fault : 'other' };
}
