/** Core dumps: copies of a program's memory that the system writes when it crashes. */
import { execFile } from 'node:child_process';

/**
 * Turns core dumps off for this process and those that it starts later. Resolves to whether that worked. Only Linux writes core dumps by
 * default, and only there another program can set the limit of a running process.
 */
export function turnOffCoreDumps(platform: NodeJS.Platform, pid: number): Promise<boolean> {
  if (platform !== 'linux') return Promise.resolve(false);
  // One byte is too little for a dump, and the only limit at which Linux doesn't start a program that collects dumps either (core(5)).
  return new Promise((resolve) => {
    execFile('prlimit', ['--core=1:1', '--pid', String(pid)], { timeout: 2_000 }, (failure) => resolve(failure === null));
  });
}
