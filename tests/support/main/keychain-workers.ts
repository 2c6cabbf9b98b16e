/** Keychain workers like those of the browser host, controlled by tests. */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Ports } from '#main/ports/ports.ts';
import { workerFolder } from './build-worker';
import { forkedWorker } from './forked-worker';

export interface KeychainWorkers {
  readonly spawnWorker: Ports['spawnWorker'];
  /** Their processes, oldest first, with the arguments of each. */
  readonly children: readonly { readonly child: ChildProcess; readonly args: readonly string[] }[];
}

/** Starts workers with only the given environment; `envFor` can distinguish them. They end with the test. */
export async function keychainWorkers(envFor: (args: readonly string[]) => NodeJS.ProcessEnv): Promise<KeychainWorkers> {
  const folder = await workerFolder();
  const children: { child: ChildProcess; args: readonly string[] }[] = [];
  onTestFinished(() => {
    for (const { child } of children) child.kill('SIGKILL');
  });
  return {
    children,
    spawnWorker(name, args) {
      const child = fork(join(folder, `${name}.js`), [...args], {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        execArgv: [],
        env: envFor(args),
      });
      children.push({ child, args });
      child.on('error', () => undefined);
      return forkedWorker(child);
    },
  };
}
