/** Runs the jobs of a profile: those of one connection one after the other, while nothing prevents it. */
import type { JobPause, RunningJob } from '#contract/jobs/job.ts';
import type { StoredJob } from '#contract/workers/job-records.ts';
import type { JournalRecords } from '../journal/journal-records';
import type { Clock } from '../ports/ports';
import { pauseFor } from './row-errors';
import type { RunEnd, RunProgress } from './run-job';

export interface JobQueueDeps {
  readonly records: Pick<JournalRecords, 'request'>;
  readonly clock: Clock;
  /** Runs a job. See `runJob`. */
  readonly run: (job: StoredJob, isHalted: () => boolean, onProgress: (progress: RunProgress) => void) => Promise<RunEnd>;
  /** Why a job can't be run now; null if it can. */
  readonly obstacleOf: (job: StoredJob) => JobPause | null;
  /** Runs a task while no other process runs a job of the connection. Resolves to false if another one does. */
  readonly lease: (connectionId: string, task: () => Promise<void>) => Promise<boolean>;
  /** Time of a connection's service, in milliseconds since the epoch. */
  readonly serverTime: (connectionId: string) => number;
  readonly onChange: (running: readonly RunningJob[]) => void;
  readonly onFault: (thrown: unknown) => void;
}

export interface JobQueue {
  /** Looks again at which jobs there are, and at what prevents running them. */
  adopt(): Promise<void>;
  /** Lets the run of a job end after the rows in progress. */
  halt(id: string): void;
  /** Resolves when no job is being run by this process. */
  idle(): Promise<void>;
  /** Ends all runs after the rows in progress. Resolves when none is left. */
  stop(): Promise<void>;
}

/** Milliseconds after which what a pause is for is looked at again. A change of it is noticed at once. */
const pauseMillis: Readonly<Partial<Record<JobPause, number>>> = {
  offline: 15_000,
  'rate-limited': 30_000,
  storage: 30_000,
  elsewhere: 5_000,
};
const lastingMillis = 600_000;
/** Milliseconds between two reports of a run. */
const reportMillis = 250;

interface Live {
  pause: JobPause | null;
  untilMillis: number | null;
  progress: RunProgress | null;
  isHalted: boolean;
}

/** Creates the queue. Nothing is read or run before `adopt`. */
export function createJobQueue(deps: JobQueueDeps): JobQueue {
  const state = createQueueState(deps);
  const runOne = createRunOne(deps, state);
  /** Does what is due. Returns the milliseconds until something may be; null if no job is left. */
  const step = async (connectionId: string): Promise<number | null> => {
    try {
      await state.refresh();
      const job = firstOf(state.jobs(), connectionId);
      if (job === undefined) return null;
      const obstacle = deps.obstacleOf(job);
      if (obstacle === null) return await runOne(job, () => lines.isStopped());
      state.setPause(job, obstacle);
      return lastingMillis;
    } catch (thrown) {
      deps.onFault(thrown);
      const job = firstOf(state.jobs(), connectionId);
      if (job !== undefined) state.setPause(job, pauseFor(thrown)?.pause ?? 'storage');
      return pauseMillis.storage ?? 0;
    }
  };
  const lines = createLines(deps.clock, step);
  return {
    async adopt() {
      if (lines.isStopped()) return;
      await state.refresh();
      const active = state.jobs().filter((job) => job.state === 'active');
      for (const connectionId of new Set(active.map((job) => job.connectionId))) lines.wake(connectionId);
    },
    halt: (id) => {
      state.liveOf(id).isHalted = true;
    },
    idle: lines.idle,
    stop: lines.stop,
  };
}

interface QueueState {
  /** The jobs that haven't ended, in the order of their start. */
  jobs(): readonly StoredJob[];
  /** What only this process knows of a job. */
  liveOf(id: string): Live;
  refresh(): Promise<void>;
  setPause(job: StoredJob, pause: JobPause | null, untilMillis?: number | null): void;
  progressed(job: StoredJob, progress: RunProgress): void;
}

function createQueueState({ records, clock, onChange }: JobQueueDeps): QueueState {
  const live = new Map<string, Live>();
  let jobs: readonly StoredJob[] = [];
  const liveOf = (id: string): Live => {
    const known = live.get(id) ?? { pause: null, untilMillis: null, progress: null, isHalted: false };
    live.set(id, known);
    return known;
  };
  const publish = createPublish(clock, () => onChange(jobs.map((job) => shown(job, liveOf(job.id), firstOf(jobs, job.connectionId)))));
  return {
    jobs: () => jobs,
    liveOf,
    async refresh() {
      jobs = await records.request({ op: 'jobs-running' });
      const ids = new Set(jobs.map(({ id }) => id));
      for (const id of live.keys()) if (!ids.has(id)) live.delete(id);
      publish(true);
    },
    setPause({ id }, pause, untilMillis = null) {
      Object.assign(liveOf(id), { pause, untilMillis });
      publish(true);
    },
    progressed({ id }, progress) {
      liveOf(id).progress = progress;
      publish(false);
    },
  };
}

/** Returns the function that runs one job, and stores how the run ended. It resolves to the milliseconds until the next step. */
function createRunOne({ records, clock, serverTime, lease, run }: JobQueueDeps, state: QueueState) {
  const finish = async (job: StoredJob, end: RunEnd): Promise<number> => {
    const to = (next: string, ...from: string[]) =>
      records.request({
        ...{ op: 'job-set-state', job: job.id, from: ['active', ...from], to: next },
        timeMillis: serverTime(job.connectionId),
      });
    if (end.kind !== 'paused') {
      // Also one that was paused or canceled while its last rows were sent, or stopped by the last one: nothing of it is left.
      const { isChanged } = await to('done', 'paused', 'cancelled');
      if (!isChanged && end.kind === 'stopped') await to('stopped');
      return 0;
    }
    const { pause, untilMillis } = end.paused;
    // Only the user resolves it, by looking at the job again.
    if (pause === 'confirm' || pause === 'rows-altered') await to('paused');
    state.setPause(job, pause, untilMillis);
    return Math.max(untilMillis === null ? 0 : untilMillis - clock.now(), pauseMillis[pause] ?? lastingMillis);
  };
  return async (job: StoredJob, isStopped: () => boolean): Promise<number> => {
    let wait = 0;
    const isLeased = await lease(job.connectionId, async () => {
      const own = state.liveOf(job.id);
      own.isHalted = false;
      state.setPause(job, null);
      const end = await run(
        job,
        () => own.isHalted || isStopped(),
        (progress) => state.progressed(job, progress),
      );
      // What is stored is newer from now on.
      own.progress = null;
      wait = await finish(job, end);
    });
    if (isLeased) return wait;
    state.setPause(job, 'elsewhere');
    return pauseMillis.elsewhere ?? 0;
  };
}

interface Line {
  /** Set by a wake that found the line at work: what it looked at may have changed. */
  isWoken: boolean;
  wake(): void;
  ended: Promise<void>;
}

interface Lines {
  /** Makes the line of a connection take a step now, and starts it if there is none. */
  wake(connectionId: string): void;
  isStopped(): boolean;
  idle(): Promise<void>;
  stop(): Promise<void>;
}

/** Creates the lines of steps, one for each connection, with a pause after each step of which it returns the length. */
function createLines(clock: Clock, step: (connectionId: string) => Promise<number | null>): Lines {
  const lines = new Map<string, Line>();
  let isStopped = false;
  const sleep = (line: Line, millis: number) =>
    new Promise<void>((resolve) => {
      const cancel = clock.after(millis, resolve);
      line.wake = () => {
        cancel();
        resolve();
      };
    });
  const run = async (connectionId: string, line: Line) => {
    while (!isStopped) {
      line.isWoken = false;
      const wait = await step(connectionId);
      if (line.isWoken) continue;
      if (wait === null) break;
      if (wait > 0 && !isStopped) await sleep(line, wait);
    }
    // At once, so that no wake is lost to a line that has ended.
    lines.delete(connectionId);
  };
  const all = () => Promise.allSettled([...lines.values()].map(({ ended }) => ended));
  return {
    wake(connectionId) {
      const known = lines.get(connectionId);
      if (known !== undefined) {
        known.isWoken = true;
        known.wake();
        return;
      }
      const line: Line = { isWoken: false, wake: () => {}, ended: Promise.resolve() };
      lines.set(connectionId, line);
      line.ended = run(connectionId, line);
    },
    isStopped: () => isStopped,
    async idle() {
      while (lines.size > 0) await all();
    },
    async stop() {
      isStopped = true;
      for (const { wake } of lines.values()) wake();
      await all();
    },
  };
}

/** The job that is run next: one that the user paused lets others go first. */
function firstOf(jobs: readonly StoredJob[], connectionId: string): StoredJob | undefined {
  return jobs.find((job) => job.connectionId === connectionId && job.state === 'active');
}

function shown(job: StoredJob, { pause, untilMillis, progress }: Live, first: StoredJob | undefined): RunningJob {
  const { state, counts, requests } = job;
  const isFirst = first?.id === job.id;
  const own = state === 'paused' ? (pause === 'confirm' || pause === 'rows-altered' ? pause : 'user') : isFirst ? pause : 'queued';
  return {
    ...asJob(job),
    counts: progress?.counts ?? counts,
    requests: progress?.requests ?? requests,
    pause: own ?? (progress?.heldUntilMillis ? 'rate-limited' : null),
    pausedUntilMillis: own === null ? (progress?.heldUntilMillis ?? null) : untilMillis,
  };
}

/** Characters of an email's content that windows get with each progress of its job. */
const briefLength = 1_000;

/** Returns an action without what is too long to be sent again and again. */
function brief(action: StoredJob['action']): StoredJob['action'] {
  return action.kind === 'users.sendEmail' ? { ...action, html: action.html.slice(0, briefLength) } : action;
}

/** Returns what windows see of a stored job. A preview has no place here. */
export function asJob(stored: StoredJob): Omit<RunningJob, 'pause' | 'pausedUntilMillis'> {
  const { destination: _destination, hash: _hash, passed: _passed, forgiven: _forgiven, state, startedAtMillis, action, ...job } = stored;
  return { ...job, action: brief(action), state: state === 'preview' ? 'paused' : state, startedAtMillis: startedAtMillis ?? 0 };
}

/** Returns a function that publishes at once, or soon. */
function createPublish(clock: Clock, publish: () => void): (isAtOnce: boolean) => void {
  let stop: (() => void) | null = null;
  return (isAtOnce) => {
    if (isAtOnce) {
      stop?.();
      stop = null;
      publish();
    } else {
      stop ??= clock.after(reportMillis, () => {
        stop = null;
        publish();
      });
    }
  };
}
