/** Keychain workers as the browser host starts them, held by the test. */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Ports } from '../../src/main/ports';
import { workerFolder } from './build-worker';
import { forkedWorker } from './forked-worker';

export interface KeychainWorkers {
  readonly spawnWorker: Ports['spawnWorker'];
  /** Their processes, oldest first, with what each was started with. */
  readonly children: readonly { readonly child: ChildProcess; readonly args: readonly string[] }[];
}

/** Workers that see the given environment and nothing else of this process; `envFor` may tell them apart. They end with the test. */
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
