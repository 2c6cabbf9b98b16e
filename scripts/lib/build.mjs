/** The built program in out/. */
import { existsSync, rmSync } from 'node:fs';
import { fingerprint, isStamped, writeStamp } from './fingerprint.mjs';
import { inProject, say } from './project.mjs';
import { runPackage } from './run.mjs';
import { SetupError } from './setup-error.mjs';

const stamp = inProject('out', '.latchkey-built');
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
  ['main', 'sandbox-worker.js'],
  ['preload', 'index.cjs'],
  ['renderer', 'index.html'],
  ['licenses.json'],
];

/** True when what lies in out/ was made from the sources as they are. */
export function isBuilt() {
  return isStamped(stamp, fingerprint(sources)) && results.every((parts) => existsSync(inProject('out', ...parts)));
}

/** Builds when sources changed. Fails with a `SetupError`. */
export async function build() {
  if (isBuilt()) return;
  say('Building…');
  const print = fingerprint(sources);
  forgetBuild();
  const { code, output } = await runPackage('electron-vite/bin/electron-vite.js', ['build'], { quiet: true });
  if (code !== 0) throw new SetupError(`${output}\nThe build failed. See its output above.`);
  writeStamp(stamp, print);
}

/** Has the next start build again, because something else is about to write into out/. */
export function forgetBuild() {
  rmSync(stamp, { force: true });
}
