/** Brings a checkout to where its programs can run: packages installed, sources built. Quick when nothing changed. */
import { existsSync } from 'node:fs';
import { fingerprint, isStamped, writeStamp } from './fingerprint.mjs';
import { inProject, say } from './project.mjs';
import { npm, runPackage } from './run.mjs';
import { alone } from './setup-lock.mjs';

const installStamp = inProject('node_modules', '.latchkey-installed');
const buildStamp = inProject('out', '.latchkey-built');
const sources = [
  'src/contract',
  'src/messages',
  'src/main',
  'src/preload',
  'src/renderer',
  'src/sandbox',
  'electron.vite.config.ts',
  'package.json',
];

class SetupError extends Error {}

/** Installs packages when the lockfile or Node changed. Fails with a `SetupError`. */
async function install() {
  const print = fingerprint(['package-lock.json', '.npmrc'], process.version);
  if (isStamped(installStamp, print)) return;
  say('Installing packages (the first time this takes about a minute) ...');
  const { code, output } = await npm(['ci', '--no-progress'], { quiet: true });
  if (code !== 0) throw new SetupError(`${output}\nThe packages could not be installed. What npm said stands above.`);
  writeStamp(installStamp, print);
}

/** Builds when sources changed. Fails with a `SetupError`. */
async function build() {
  const print = fingerprint(sources, process.version);
  if (isStamped(buildStamp, print) && existsSync(inProject('out', 'renderer', 'index.html'))) return;
  say('Building ...');
  const { code, output } = await runPackage('electron-vite/bin/electron-vite.js', ['build'], { quiet: true });
  if (code !== 0) throw new SetupError(`${output}\nThe build failed. What it said stands above.`);
  writeStamp(buildStamp, print);
}

/**
 * Installs and, unless told otherwise, builds; ends the process with a plain sentence when that cannot be done.
 * @param {{ withBuild?: boolean }} [options]
 */
export async function setUp({ withBuild = true } = {}) {
  try {
    await alone(async () => {
      await install();
      if (withBuild) await build();
    });
  } catch (error) {
    say(explain(error));
    process.exit(1);
  }
}

/** @param {unknown} error */
function explain(error) {
  const { code, path, message } = /** @type {NodeJS.ErrnoException} */ (error);
  if (error instanceof SetupError) return message;
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM')
    return `This folder cannot be written: ${path}. Clone the project where you may write, or change its owner.`;
  if (code === 'ENOSPC') return 'The disk is full. Free some space and start again.';
  return message;
}
