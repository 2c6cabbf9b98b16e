/** The first step of a start, before it reads any file of the profile. */
import type { Clearing } from './clearing-file';
import { type FinishDeps, finishClearing, isClearingDue } from './finish-clearing';
import { noteRunning } from './running-processes';

export interface EnteredProfile {
  /** What this start has cleared; null if nothing was to be cleared. */
  readonly cleared: Clearing | null;
  /** Lets other processes delete the data: this one writes nothing from now on. Never rejects. */
  readonly leave: () => Promise<void>;
}

/** Notes that this process uses the profile, once its data is cleared if that was requested. Throws `NotClearedError`. */
export async function enterProfile(deps: FinishDeps): Promise<EnteredProfile> {
  let cleared: Clearing | null = null;
  for (;;) {
    // First: a process that deletes the data from now on waits for this one.
    const leave = await noteRunning(deps.profileFolder);
    if (!(await isClearingDue(deps))) return { cleared, leave };
    // This process waits for one that deletes already.
    await leave();
    cleared = (await finishClearing(deps)) ?? cleared;
  }
}
