import type { PolicyLocation } from '../ports/ports';

/** Returns the place of a system's policy. Constant, so that neither the environment nor an option can replace it. */
export function policyLocationOf(platform: NodeJS.Platform): PolicyLocation {
  // Node can't tell who owns a file on Windows.
  if (platform === 'win32') return { file: 'C:\\ProgramData\\Latchkey\\policy.json', ownerId: null };
  return { file: platform === 'darwin' ? '/Library/Application Support/Latchkey/policy.json' : '/etc/latchkey/policy.json', ownerId: 0 };
}
