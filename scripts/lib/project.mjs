/** Where the project is and what its folders are called. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** A path inside the project. @param {...string} parts */
export const inProject = (...parts) => join(root, ...parts);

/** Progress goes to stderr, so that a command with `--json` prints its one line alone. @param {string} text */
export const say = (text) => void process.stderr.write(`${text}\n`);
