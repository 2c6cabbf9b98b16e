/** Makes the sandbox hash passwords quickly in specs. The production hashing is tested on the built command, in `process.spec.ts`. */
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

const quickBcrypt = resolve(import.meta.dirname, 'quick-bcrypt.ts');

/** A plugin that resolves `bcryptjs` to `quick-bcrypt.ts`, except there. */
export function quickPasswords(): Plugin {
  return {
    name: 'quick-passwords',
    enforce: 'pre',
    resolveId: (source, importer) => (source === 'bcryptjs' && importer !== quickBcrypt ? quickBcrypt : null),
  };
}
