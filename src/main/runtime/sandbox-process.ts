/** Starts, monitors and stops the worker of the embedded sandbox. */
import { setMaxListeners } from 'node:events';
import type { SandboxState } from '#contract/bridge/sandbox.ts';
import { type AppError, fail } from '#contract/errors.ts';
import { type SandboxReady, type SandboxStop, sandboxReport } from '#contract/workers/sandbox.ts';
import type { Clock, Ports, Worker } from '../ports/ports';
import type { Topic } from './topics';

export interface SandboxProcess {
  /** The running sandbox's report about itself; null while none is running. */
  readonly ready: SandboxReady | null;
  /** Aborted when the sandbox that is currently running has ended. */
  readonly stopped: AbortSignal;
  /**
   * Starts the sandbox, or waits for a start in progress. Throws `sandbox-failed`, `profile-not-writable`, or `sandbox-stopped` when it is
   * stopped in the meantime.
   */
  start(): Promise<SandboxReady>;
  /** Returns the running sandbox, after waiting for a start in progress. Throws `sandbox-stopped` if there is neither. */
  arrival(): Promise<SandboxReady>;
  stop(): void;
  /** Stops it for good, because the app closes: a start that is requested afterwards throws `sandbox-stopped`. */
  close(): void;
}

/**
 * Maximum duration of a start in milliseconds. Long, because a busy machine is slow, and after a timeout the user has to start the sandbox
 * again.
 */
const startLimit = 60_000;
type EndState = Extract<SandboxState, { state: 'failed' | 'stopped' }>;
type FailureReason = Extract<SandboxState, { state: 'failed' }>['reason'];

export function createSandboxProcess(
  { spawnWorker, clock, sandboxSeed = 'demo', fixedTime }: Pick<Ports, 'spawnWorker' | 'clock' | 'sandboxSeed' | 'fixedTime'>,
  folder: string,
  topic: Topic<SandboxState>,
): SandboxProcess {
  const fixed = fixedTime === undefined ? [] : ['--clock', new Date(fixedTime).toISOString()];
  let ready: SandboxReady | null = null;
  let starting: Promise<SandboxReady> | null = null;
  let run: Run | null = null;
  let isClosed = false;
  let life = newLife();

  const launch = () =>
    new Promise<SandboxReady>((resolve, reject) => {
      topic.set({ state: 'starting' });
      run = runWorker({
        clock,
        spawn: () => spawnWorker('sandbox-worker', ['--data', folder, '--seed', sandboxSeed, '--port', '0', ...fixed]),
        onReady(found) {
          ready = found;
          life = newLife();
          topic.set({ state: 'running', url: found.url, demoAccounts: found.demoAccounts });
          resolve(found);
        },
        onEnd(state) {
          ready = null;
          life.abort();
          topic.set(state);
          reject(failureOf(state));
        },
      });
    });

  const stop = () => {
    starting = null;
    run?.end({ state: 'stopped' });
    if (topic.get().value.state !== 'stopped') topic.set({ state: 'stopped' });
  };

  return {
    get ready() {
      return ready;
    },
    get stopped() {
      return life.signal;
    },
    start() {
      if (isClosed) return Promise.reject(fail('sandbox-stopped'));
      if (ready) return Promise.resolve(ready);
      if (starting) return starting;
      const own = launch().finally(() => {
        if (starting === own) starting = null;
      });
      starting = own;
      return own;
    },
    async arrival() {
      const found = ready ?? (await starting);
      if (found === null) throw fail('sandbox-stopped');
      return found;
    },
    stop,
    close() {
      isClosed = true;
      stop();
    },
  };
}

/** Creates the controller of a run. Without a limit of listeners, because every active request adds one. */
function newLife(): AbortController {
  const life = new AbortController();
  setMaxListeners(0, life.signal);
  return life;
}

function failureOf(state: EndState): AppError {
  if (state.state === 'stopped') return fail('sandbox-stopped');
  return fail(state.reason === 'folder-not-writable' ? 'profile-not-writable' : 'sandbox-failed');
}

interface Run {
  /** Ends the worker unless it has already ended. */
  end(state: EndState): void;
}

interface RunDeps {
  readonly clock: Clock;
  readonly spawn: () => Worker;
  readonly onReady: (ready: SandboxReady) => void;
  /** Runs once for any kind of end; no other callback runs after it. */
  readonly onEnd: (state: EndState) => void;
}

/** Starts one worker and monitors it until it ends. */
function runWorker({ clock, spawn, onReady, onEnd }: RunDeps): Run {
  let worker: Worker | null = null;
  let phase: 'starting' | 'running' | 'over' = 'starting';
  const end = (state: EndState) => {
    if (phase === 'over') return;
    phase = 'over';
    cancelLimit();
    if (state.state === 'stopped') worker?.post({ type: 'stop' } satisfies SandboxStop);
    worker?.kill();
    onEnd(state);
  };
  const failWith = (reason: FailureReason) => end({ state: 'failed', reason });
  const cancelLimit = clock.after(startLimit, () => failWith('did-not-start'));
  const onReport = (raw: unknown) => {
    if (phase !== 'starting') return;
    const message = sandboxReport.safeParse(raw);
    if (!message.success) return failWith('did-not-start');
    if (message.data.type === 'failed') return failWith(message.data.reason);
    phase = 'running';
    cancelLimit();
    onReady(message.data);
  };
  try {
    worker = spawn();
    worker.onExit(() => failWith(phase === 'running' ? 'exited' : 'did-not-start'));
    worker.onMessage(onReport);
  } catch {
    failWith('did-not-start');
  }
  return { end };
}
