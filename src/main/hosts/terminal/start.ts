/** The terminal host in a clone: one command in Node.js. */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { version } from '../../../../package.json';
import { thisProcess } from './command-process';
import { runLine } from './run-line';

const buildFolder = dirname(fileURLToPath(import.meta.url));

/** Resolves to the parts of the program as they are in a build. */
async function parts() {
  const { nodeParts } = await import('./node-parts');
  return nodeParts(buildFolder, version);
}

// Workers and sockets that don't end keep no command from ending. Not awaited, because what is loaded later imports this module.
void runLine(process.argv.slice(2), { program: 'npm run -s cli --', version, process: thisProcess(), env: process.env, parts }).then(
  (code) => process.exit(code),
);
