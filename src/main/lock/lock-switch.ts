/** Whether the app is locked, as windows see it, and what waits until it isn't. */
import type { LockState } from '#contract/bridge/lock.ts';
import type { Topic } from '../runtime/topics';

export interface LockSwitch {
  state(): LockState;
  /** Changes the state. Pushes it if it differs. */
  show(change: Partial<LockState>): void;
  /** Resolves when the app isn't locked. */
  whenUnlocked(): Promise<void>;
}

/** Creates the switch. `onLocked` runs when the app is locked. */
export function createLockSwitch(topic: Topic<LockState>, onLocked: () => void): LockSwitch {
  const waiting = new Set<() => void>();
  const state = () => topic.get().value;
  return {
    state,
    show(change) {
      const before = state();
      const next = { ...before, ...change };
      if (next.locked === before.locked && next.hasPassphrase === before.hasPassphrase && next.problem === before.problem) return;
      topic.set(next);
      if (next.locked) return onLocked();
      for (const resolve of waiting) resolve();
      waiting.clear();
    },
    whenUnlocked: () => (state().locked ? new Promise((resolve) => waiting.add(resolve)) : Promise.resolve()),
  };
}
