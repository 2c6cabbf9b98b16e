/** Processes that die at a step: each has loaded its program before its order comes, and the next one loads in the meantime. */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { CrashOrder } from '../../support/main/crashing';
import { root } from './programs';

export interface Crashing {
  /** Has a process end as the order says; answers its number of steps if it got to its end. */
  run(order: CrashOrder): Promise<number | null>;
  stop(): void;
}

/** For one order after another. */
export function startCrashing(): Crashing {
  let spare = load();
  return {
    run(order) {
      const child = spare;
      spare = load();
      return perform(child, order);
    },
    stop: () => void spare.kill('SIGKILL'),
  };
}

function load(): ChildProcess {
  const file = join(root, 'out', 'bench', 'programs', 'crash-driver.js');
  return fork(file, { execArgv: [], stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
}

async function perform(child: ChildProcess, order: CrashOrder): Promise<number | null> {
  let said = '';
  child.stdout?.on('data', (part) => (said += part));
  const closed = new Promise<[number | null, NodeJS.Signals | null]>((resolve) => child.once('close', (...ended) => resolve(ended)));
  child.send(order);
  const [code, signal] = await closed;
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`The process failed by itself: ${code ?? signal}.`);
  return said === '' ? null : Number(said);
}
