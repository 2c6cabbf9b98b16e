/** Whether a build updates itself, and if not, why. */
import type { UpdatesOff } from '#contract/bridge/app.ts';

export interface BuildFacts {
  readonly platform: NodeJS.Platform;
  /** Whether a store installed Latchkey and updates it. */
  readonly isStore: boolean;
  /** Whether the package names a server for updates, which only signed builds do. */
  readonly hasServer: boolean;
}

/**
 * Returns why a build doesn't update itself; null if it does. On Linux, the package manager updates it: packages there have no signature
 * that could be checked.
 */
export function whyOff({ platform, isStore, hasServer }: BuildFacts): UpdatesOff | null {
  if (isStore) return 'store';
  return hasServer && (platform === 'darwin' || platform === 'win32') ? null : 'not-offered';
}
