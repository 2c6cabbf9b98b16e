/** Whether a build updates itself, and if not, why. */
import { readFileSync } from 'node:fs';
import type { UpdatesOff } from '../../contract/bridge/app';

export interface BuildFacts {
  readonly platform: NodeJS.Platform;
  /** Whether a store installed Latchkey and updates it. */
  readonly isStore: boolean;
  /** Whether the package names a server for updates, which only signed builds do. */
  readonly hasServer: boolean;
  /** The machine's policy, see `readPolicy`. */
  readonly policy: Policy;
}

export interface Policy {
  readonly updates: 'allowed' | 'off';
}

/**
 * Returns why a build doesn't update itself; null if it does. On Linux, the package manager updates it: packages there have no signature
 * that could be checked.
 */
export function whyOff({ platform, isStore, hasServer, policy }: BuildFacts): UpdatesOff | null {
  if (isStore) return 'store';
  if (policy.updates === 'off') return 'policy';
  return hasServer && (platform === 'darwin' || platform === 'win32') ? null : 'not-offered';
}

/** Returns where administrators put the policy of a machine. Only they can write there. */
export function policyFile(platform: NodeJS.Platform, env: Readonly<Record<string, string | undefined>>): string {
  if (platform === 'win32') return `${env.ProgramData ?? 'C:\\ProgramData'}\\Latchkey\\policy.json`;
  return platform === 'darwin' ? '/Library/Application Support/Latchkey/policy.json' : '/etc/latchkey/policy.json';
}

/** Reads the policy of a machine. One that can't be read turns updates off, because it may be meant to. */
export function readPolicy(file: string): Policy {
  try {
    const { updates } = JSON.parse(readFileSync(file, 'utf8'));
    return { updates: updates === undefined || updates === 'allowed' ? 'allowed' : 'off' };
  } catch (thrown) {
    return { updates: (thrown as NodeJS.ErrnoException).code === 'ENOENT' ? 'allowed' : 'off' };
  }
}
