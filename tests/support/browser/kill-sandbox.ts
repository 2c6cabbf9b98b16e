/** The service goes away in the middle. */
import { execFileSync } from 'node:child_process';
import type { RunningHost } from './launch';

/** Ends the sandbox's process, which is among the host's children, without a word. */
export function killSandbox({ process: host }: RunningHost): void {
  const children = execFileSync('pgrep', ['-P', String(host.pid), '-f', 'sandbox-worker'])
    .toString()
    .trim()
    .split('\n');
  for (const child of children) process.kill(Number(child), 'SIGKILL');
}
