/** `npm run -s cli -- COMMAND`: runs a command of the terminal in this process, after building what is missing. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inProject } from './lib/project.mjs';

// npm runs scripts in the project's folder, and files are named from where it was called.
if (process.env.npm_lifecycle_event === 'cli' && process.env.INIT_CWD) process.chdir(process.env.INIT_CWD);

const program = inProject('out', 'main', 'cli.js');

if (!(isHelp() && hasCurrentHelp())) {
  const { setUp } = await import('./lib/setup.mjs');
  await setUp();
}
await import(pathToFileURL(program).href);

/** Help is quick only without reading all sources. */
function isHelp() {
  const [first] = process.argv.slice(2);
  return (
    first === undefined || first === 'help' || first === 'completion' || process.argv.some((word) => word === '--help' || word === '-h')
  );
}

/** Whether the build is newer than what help is made from. */
function hasCurrentHelp() {
  if (!existsSync(program)) return false;
  const sources = inProject('src', 'main', 'hosts', 'terminal');
  const built = statSync(program).mtimeMs;
  return readdirSync(sources).every((name) => statSync(join(sources, name)).mtimeMs < built);
}
