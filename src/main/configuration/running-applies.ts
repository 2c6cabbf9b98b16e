/** The configurations that are being applied: how far each one is, for the window that started it, and whether it is to stop. */
import type { ApplyProgress } from '#contract/bridge/configuration.ts';
import { fail } from '#contract/errors.ts';
import type { Caller } from '../ports/caller';
import type { Runtime } from '../runtime/create-runtime';

interface RunningApply {
  /** Tells the window that some steps are done. */
  progressed(done: number): void;
  isStopped(): boolean;
}

export interface RunningApplies {
  /** Runs a task as the apply of an ID. Throws `bad-input` while there is one. */
  run<T>(of: Pick<ApplyProgress, 'id' | 'of'>, caller: Caller, task: (running: RunningApply) => Promise<T>): Promise<T>;
  /** Stops an apply of the same window before its next step. Does nothing if it has ended. */
  stop(id: string, caller: Caller): void;
}

/** Creates the list of applies, of which none runs at first. */
export function createRunningApplies({ pushApplied }: Pick<Runtime, 'pushApplied'>): RunningApplies {
  const running = new Map<string, { readonly windowId: string; isStopped: boolean }>();
  return {
    async run({ id, of }, { windowId }, task) {
      if (running.has(id)) throw fail('bad-input', { path: 'id' });
      const own = { windowId, isStopped: false };
      running.set(id, own);
      try {
        return await task({ progressed: (done) => pushApplied({ id, done, of }, windowId), isStopped: () => own.isStopped });
      } finally {
        running.delete(id);
      }
    },
    stop(id, { windowId }) {
      const found = running.get(id);
      if (found?.windowId === windowId) found.isStopped = true;
    },
  };
}
