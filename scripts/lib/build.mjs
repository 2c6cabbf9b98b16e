/** The built program in out/. */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { untilUnused } from './build-users.mjs';
import { fingerprint, isStamped, writeStamp } from './fingerprint.mjs';
import { inProject, say } from './project.mjs';
import { runPackage } from './run.mjs';
import { SetupError } from './setup-error.mjs';

const out = inProject('out');
/** A build is made here, so that a program never finds half of one. */
const draft = inProject('.cache', 'build-draft');
const former = inProject('.cache', 'build-former');
const stampName = '.latchkey-built';
/** What the build reads. */
export const sources = [
  'src/contract',
  'src/messages',
  'src/main',
  'src/preload',
  'src/renderer',
  'src/sandbox',
  'src/system',
  'electron.vite.config.ts',
  'scripts/lib/bundle',
  'scripts/lib/licenses',
  'package.json',
  'package-lock.json',
];
const results = [
  ['main', 'browser.js'],
  ['main', 'cli.js'],
  ['main', 'sandbox-worker.js'],
  ['preload', 'index.cjs'],
  ['renderer', 'index.html'],
  ['licenses.json'],
];

/** True when the files in out/ were made from the sources as they are. */
export function isBuilt() {
  return isStamped(join(out, stampName), fingerprint(sources)) && results.every((parts) => existsSync(join(out, ...parts)));
}

/** Builds when sources changed, and takes the place of the former build once no test run uses it. Fails with a `SetupError`. */
export async function build() {
  if (isBuilt()) return;
  say('Building…');
  const print = fingerprint(sources);
  rmSync(draft, { recursive: true, force: true });
  const { code, output } = await runPackage('electron-vite/bin/electron-vite.js', ['build', '--outDir', draft], { quiet: true });
  if (code !== 0) throw new SetupError(`${output}\nThe build failed. See its output above.`);
  writeStamp(join(draft, stampName), print);
  await untilUnused();
  rmSync(former, { recursive: true, force: true });
  if (existsSync(out)) renameSync(out, former);
  renameSync(draft, out);
  rmSync(former, { recursive: true, force: true });
}
