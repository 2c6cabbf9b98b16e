/** The embedded service as the app sees it: a worker that is started, watched and ended. */
import { z } from 'zod';
import { demoAccount, type SandboxState } from '../../contract/bridge/sandbox';
import { fail } from '../../contract/errors';
import type { Clock, Ports, Worker } from '../ports';
import type { Topic } from '../topic';

const keySet = z.object({
  project_id: z.string(),
  publishable_client_key: z.string(),
  secret_server_key: z.string(),
  super_secret_admin_key: z.string(),
});

const workerMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), url: z.string(), projects: z.object({ demo: keySet }), demoAccounts: z.array(demoAccount).min(1) }),
  z.object({ type: z.literal('failed'), reason: z.enum(['folder-not-writable', 'did-not-start']) }),
]);

export type SandboxReady = Extract<z.output<typeof workerMessage>, { type: 'ready' }>;

export interface SandboxProcess {
  /** What the running sandbox said of itself; null while there is none. */
  readonly ready: SandboxReady | null;
  /** Aborted when the sandbox that is running now has ended. */
  readonly gone: AbortSignal;
  /** Starts it, or waits for a start under way. Fails with `sandbox-failed`. */
  start(): Promise<SandboxReady>;
  stop(): void;
}

const startLimit = 20_000;
type FailureReason = Extract<SandboxState, { state: 'failed' }>['reason'];

export function createSandboxProcess(
  spawnWorker: Ports['spawnWorker'],
  folder: string,
  clock: Clock,
  topic: Topic<SandboxState>,
): SandboxProcess {
  let ready: SandboxReady | null = null;
  let starting: Promise<SandboxReady> | null = null;
  let worker: Worker | null = null;
  let life = new AbortController();

  const launch = () =>
    new Promise<SandboxReady>((resolve, reject) => {
      topic.set({ state: 'starting' });
      const own = spawnWorker('sandbox-worker', ['--data', folder, '--seed', 'demo', '--port', '0']);
      worker = own;
      const giveUp = (reason: FailureReason) => {
        cancelLimit();
        if (worker !== own) return;
        worker = null;
        ready = null;
        own.kill();
        life.abort();
        topic.set({ state: 'failed', reason });
        reject(fail(reason === 'folder-not-writable' ? 'profile-not-writable' : 'sandbox-failed'));
      };
      const cancelLimit = clock.after(startLimit, () => giveUp('did-not-start'));
      own.onExit(() => giveUp(ready ? 'exited' : 'did-not-start'));
      own.onMessage((raw) => {
        const message = workerMessage.safeParse(raw);
        if (!message.success || message.data.type === 'failed')
          return giveUp(message.success && message.data.type === 'failed' ? message.data.reason : 'did-not-start');
        cancelLimit();
        ready = message.data;
        life = new AbortController();
        topic.set({ state: 'running', url: ready.url, demoAccounts: ready.demoAccounts });
        resolve(ready);
      });
    });

  return {
    get ready() {
      return ready;
    },
    get gone() {
      return life.signal;
    },
    start() {
      if (ready) return Promise.resolve(ready);
      starting ??= launch().finally(() => {
        starting = null;
      });
      return starting;
    },
    stop() {
      const own = worker;
      worker = null;
      ready = null;
      life.abort();
      topic.set({ state: 'stopped' });
      own?.post({ type: 'stop' });
      own?.kill();
    },
  };
}
