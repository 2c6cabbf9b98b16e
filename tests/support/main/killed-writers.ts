/** Kills processes while they write, and compares what reached the service with what their journal says. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { createFakeClock } from '../fake-clock';
import { openWriting, type WritingScene } from './journal-writing';

export interface Kills {
  /** The program `journal-writer`. */
  readonly program: string;
  readonly scene: WritingScene;
  readonly kills: number;
  /** Processes that write at the same time. */
  readonly lanes: number;
  /** Longest milliseconds from the first confirmed write of a process to its death. */
  readonly longestMillis: number;
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
  /** Runs after each death. */
  readonly afterEach?: () => Promise<void>;
}

/** Kills processes at random moments. Resolves to the number of writes that the service has confirmed, for each user. */
export async function killWriters({ program, scene, kills, lanes, longestMillis, random, afterEach }: Kills): Promise<number[]> {
  const confirmed = scene.userIds.map(() => 0);
  let left = kills;
  const load = () => fork(program, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const lane = async () => {
    let spare: ChildProcess | null = load();
    while (left > 0) {
      left -= 1;
      const child: ChildProcess = spare ?? load();
      // Loads in the meantime.
      spare = left > 0 ? load() : null;
      const ended = once(child, 'exit');
      child.on('message', (at) => {
        confirmed[Number(at)] = (confirmed[Number(at)] ?? 0) + 1;
      });
      const first = Promise.race([once(child, 'message'), ended]);
      child.send(scene);
      await first;
      await pause(random() * longestMillis);
      child.kill('SIGKILL');
      const [code, signal] = (await ended) as [number | null, string | null];
      if (signal !== 'SIGKILL') throw new Error(`A process ended by itself: ${code}.`);
      await afterEach?.();
    }
    spare?.kill('SIGKILL');
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return confirmed;
}

export interface Recorded {
  /** For each user, the writes that have an entry, and those whose outcome the entry says is known. */
  readonly entries: readonly number[];
  readonly known: readonly number[];
  /** Entries without an outcome after the next start. */
  readonly open: number;
  readonly verification: string;
  /** Entries that the verification counted. */
  readonly counted: number | null;
}

/** Starts the app's next process on the profile, as far as the journal is concerned, and reads all entries. */
export async function readRecorded(scene: WritingScene): Promise<Recorded> {
  const clock = createFakeClock({ hasteUpTo: 1_000, start: Date.now() });
  const { journal, runtime, close } = openWriting(scene, { clock });
  const state = () => runtime.topics['journal.state'].get().value;
  journal.windowOpened();
  await clock.advance(5_000);
  while (!['whole', 'broken', 'failed'].includes(state().verification)) await pause(5);
  const [entries, known] = [scene.userIds.map(() => 0), scene.userIds.map(() => 0)];
  let [open, before, hasMore] = [0, Number.MAX_SAFE_INTEGER, true];
  while (hasMore) {
    const page = await journal.handlers.journal.list({ filter: {}, before, limit: 500 }, { windowId: 'w' });
    for (const { target, outcome, seq } of page.entries) {
      const at = scene.userIds.indexOf(target.id ?? '');
      entries[at] = (entries[at] ?? 0) + 1;
      if (outcome === null) open += 1;
      else if (outcome.result === 'done') known[at] = (known[at] ?? 0) + 1;
      before = seq;
    }
    hasMore = page.hasMore;
  }
  const { verification, entries: counted } = state();
  await close();
  return { entries, known, open, verification, counted };
}
