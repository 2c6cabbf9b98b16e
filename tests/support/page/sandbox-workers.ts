/** The sandbox as a worker that runs in this process, with its own server. */
import type { Worker, WorkerName } from '#main/ports/ports.ts';
import { readOptions } from '#sandbox/options.ts';
import { startSandbox } from '#sandbox/start.ts';
import { startLibraryInProcess } from '../main/library-in-process';

export interface SandboxWorkers {
  spawn(name: WorkerName, args: readonly string[]): Worker;
  /** Ends all sandboxes, as if their processes had ended. Resolves when none is left. */
  end(): Promise<void>;
}

/** Sandboxes are of the release, or of the default one without it. */
export function createSandboxWorkers(release?: string): SandboxWorkers {
  const running = new Set<SandboxWorker>();
  return {
    spawn(name, args) {
      if (name === 'library-worker') return startLibraryInProcess();
      if (name !== 'sandbox-worker') throw new Error(`A page spec has no ${name}.`);
      const sandbox = startWorker(release === undefined ? args : [...args, '--release', release]);
      running.add(sandbox);
      sandbox.onExit(() => running.delete(sandbox));
      // The only message to a sandbox is that it has to stop.
      const end = () => void sandbox.end();
      return { ...sandbox, post: end, kill: end };
    },
    async end() {
      await Promise.all([...running].map((sandbox) => sandbox.end()));
    },
  };
}

interface SandboxWorker extends Pick<Worker, 'onMessage' | 'onExit'> {
  end(): Promise<void>;
}

function startWorker(args: readonly string[]): SandboxWorker {
  const messages: ((message: unknown) => void)[] = [];
  const exits: ((code: number | null) => void)[] = [];
  const post = (message: unknown) => {
    for (const listener of messages) listener(message);
  };
  const starting = startSandbox({ ...readOptions(args), onNotice: console.error });
  starting.then(
    ({ url, projects, demoAccounts }) => post({ type: 'ready', url, projects, demoAccounts: [...demoAccounts] }),
    (error: unknown) => post({ type: 'failed', reason: 'did-not-start', message: String(error) }),
  );
  let ending: Promise<void> | null = null;
  const end = async () => {
    const started = await starting.catch(() => null);
    await started?.close();
    for (const listener of exits) listener(null);
  };
  return {
    onMessage: (listener) => void messages.push(listener),
    onExit: (listener) => void exits.push(listener),
    end() {
      ending ??= end();
      return ending;
    },
  };
}
