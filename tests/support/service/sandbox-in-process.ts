/** The app's sandbox without a process: the same server on a separate port, in the process of the spec. */
import type { SandboxReport } from '#contract/workers/sandbox.ts';
import type { Worker } from '#main/ports/ports.ts';
import { FolderNotWritable } from '#sandbox/database/data-folder.ts';
import { type Options, readOptions } from '#sandbox/options.ts';
import { type Running, startSandbox } from '#sandbox/start.ts';
import { copySeed } from './seeded-database';

export interface SandboxInProcess {
  readonly worker: Worker;
  /** Resolves when the sandbox has ended. */
  readonly ended: Promise<unknown>;
}

/** Starts a sandbox with the arguments of its worker. New data is a copy of the seed that all specs of the process share. */
export function startSandboxInProcess(args: readonly string[]): SandboxInProcess {
  const listeners = new Set<(report: SandboxReport) => void>();
  const report = (message: SandboxReport) => {
    for (const listener of listeners) listener(structuredClone(message));
  };
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const ended = startSeeded(readOptions(args)).then(
    async (running) => {
      const { url, projects, demoAccounts } = running;
      report({ type: 'ready', url, projects, demoAccounts: [...demoAccounts] });
      await stopped;
      await running.close();
      return 0;
    },
    (error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      report({ type: 'failed', reason: error instanceof FolderNotWritable ? 'folder-not-writable' : 'did-not-start', message });
      return 1;
    },
  );
  const worker: Worker = {
    post: () => stop(),
    onMessage: (listener) => void listeners.add(listener),
    onExit: (listener) => void ended.then(listener),
    kill: () => stop(),
  };
  return { worker, ended };
}

async function startSeeded(options: Options): Promise<Running> {
  const { folder, seed, fixedTime } = options;
  // A seed is relative to the time of its sandbox.
  if (folder !== undefined && seed.kind === 'demo' && fixedTime === undefined) await copySeed(folder);
  return startSandbox({ ...options, onNotice: (sentence) => process.stderr.write(`${sentence}\n`) });
}
