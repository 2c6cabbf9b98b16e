/** Tells processes of a profile whether the one that started an impersonation is still running. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../ports/ports';
import { withFileLock } from '../storage/file-lock';

export interface ProcessLease {
  /** Identifies this process. */
  readonly holder: string;
  /** Takes the lease of this process, once, until `release`. */
  take(): Promise<void>;
  /** Whether the process of a holder has ended. One that was killed is reported when its lock is stale: at once where that is known, else after 10 s. */
  hasEnded(holder: string): Promise<boolean>;
  /** Removes the leases of processes that were killed, and left nothing else. Resolves to whether some may be left. Never rejects. */
  clean(): Promise<boolean>;
  release(): Promise<void>;
}

const leaseName = /^impersonation-([0-9a-f]+)\.lock$/;

/** Creates the lease: a lock with the holder's name, which the process refreshes as long as it runs. */
export function createProcessLease(profileFolder: string, clock: Clock, holder: string): ProcessLease {
  const pathOf = (name: string) => join(profileFolder, `impersonation-${name}.lock`);
  let release = () => {};
  let run: Promise<unknown> = Promise.resolve();
  let taken: Promise<void> | null = null;
  const take = () =>
    new Promise<void>((resolve, reject) => {
      const released = new Promise<void>((end) => {
        release = end;
      });
      const hold = () => {
        resolve();
        return released;
      };
      run = withFileLock(pathOf(holder), clock, hold).catch((thrown) => {
        taken = null;
        reject(thrown);
      });
    });
  // Taking a lease that has ended removes it.
  const hasEnded = (other: string) =>
    withFileLock(pathOf(other), clock, async () => undefined, 0).then(
      () => true,
      () => false,
    );
  return {
    holder,
    take() {
      taken ??= take();
      return taken;
    },
    hasEnded,
    async clean() {
      const names = await readdir(profileFolder).catch(() => []);
      const others = names.flatMap((name) => leaseName.exec(name)?.[1] ?? []).filter((other) => other !== holder);
      const ended = await Promise.all(others.map(hasEnded));
      return ended.includes(false);
    },
    async release() {
      release();
      await run;
    },
  };
}
