/** The shortcuts of the whole system, in the test double. */
import type { GlobalShortcut } from 'electron';
import { requireReady } from './app';
import { faceOf, refuse } from './refuse';

const accelerator = /^((Control|Alt|Shift|Command|CommandOrControl|Super)\+)+([A-Z0-9]|Space|F\d{1,2})$/;

class StandInShortcuts implements Pick<GlobalShortcut, 'register' | 'unregister'> {
  readonly face: this = faceOf(this, 'globalShortcut', ['register', 'unregister']);
  readonly registered = new Map<string, () => void>();
  /** Those of other programs. */
  readonly others = new Set<string>((process.env.STAND_IN_SHORTCUTS ?? '').split(',').filter(Boolean));

  register(keys: string, run: () => void): boolean {
    requireReady('globalShortcut');
    if (!accelerator.test(keys)) throw new TypeError(`Error processing argument at index 0, conversion failure from ${keys}`);
    if (this.others.has(keys) || this.registered.has(keys)) return false;
    this.registered.set(keys, run);
    return true;
  }
  unregister(keys: string): void {
    requireReady('globalShortcut');
    this.registered.delete(keys);
  }
  /** Simulates that the user presses the keys in any program. */
  press(keys: string): void {
    const run = this.registered.get(keys) ?? refuse(`${keys} isn't registered`);
    run();
  }
}

export const globalShortcut = new StandInShortcuts();
