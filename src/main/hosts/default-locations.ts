import { homedir } from 'node:os';
import { join, posix, win32 } from 'node:path';
import type { PolicyLocation } from '../ports/ports';

/**
 * Returns the platform's data folder, the same one in every host. `name` is that of the program; Linux has it in lower case. Ignores an
 * empty or relative path in the environment.
 */
export function defaultProfile(env: NodeJS.ProcessEnv, platform: NodeJS.Platform, name = 'Latchkey'): string {
  if (platform === 'win32') return join(absolute(env.APPDATA, win32) ?? join(homedir(), 'AppData', 'Roaming'), name);
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', name);
  return join(absolute(env.XDG_CONFIG_HOME, posix) ?? join(homedir(), '.config'), name.toLowerCase().replaceAll(' ', '-'));
}

function absolute(path: string | undefined, { isAbsolute }: typeof posix): string | undefined {
  return path !== undefined && isAbsolute(path) ? path : undefined;
}

/** Returns the place of a system's policy. Constant, so that neither the environment nor an option can replace it. */
export function policyLocationOf(platform: NodeJS.Platform): PolicyLocation {
  // Node can't tell who owns a file on Windows.
  if (platform === 'win32') return { file: 'C:\\ProgramData\\Latchkey\\policy.json', ownerId: null };
  return { file: platform === 'darwin' ? '/Library/Application Support/Latchkey/policy.json' : '/etc/latchkey/policy.json', ownerId: 0 };
}
