/** Packs the built app with electron-builder. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inProject, say } from '../project.mjs';
import { runPackage } from '../run.mjs';
import { provideBothArchitectures } from './both-architectures.mjs';
import { compileKeytar } from './compile-keytar.mjs';
import { missingSecrets } from './signing.mjs';

/**
 * @typedef {object} Packing
 * @property {string} electronDist The folder that contains Electron as its release does.
 * @property {string} output The folder to write to.
 * @property {boolean} [automation] Whether the app may be driven through the inspector, which it then says in its name.
 * @property {boolean} [installers] Whether installers are made as well as the folder.
 * @property {readonly string[]} [targets] The installers to make, such as `deb`; all of this system by default.
 */

/**
 * Packs the app for this system. Installers are only made with every library: an update must not take away the one that wrote a person’s keys.
 * @param {Packing} packing
 * @param {import('../run.mjs').RunOptions} [options]
 */
export async function packApp({ electronDist, output, automation = false, installers = false, targets = [] }, options = {}) {
  const keytar = mkdtempSync(join(tmpdir(), 'latchkey-packing-'));
  const env = options.env ?? process.env;
  // A Mac’s installer contains both architectures.
  const isUniversal = installers && process.platform === 'darwin';
  try {
    const archs = isUniversal ? ['x64', 'arm64'] : [process.arch];
    const unsigned = installers ? missingSecrets(env) : null;
    if (unsigned !== null) return { code: 1, output: refused(unsigned) };
    const refusal = isUniversal ? await provideBothArchitectures() : null;
    if (refusal !== null)
      return { code: 1, output: refused(`${refusal}\nThe native packages of both architectures couldn’t be installed.`) };
    const problem = await compileKeytar({ electronVersion: electronVersion(), archs, folder: keytar, env });
    if (problem !== null && installers) return { code: 1, output: refused(`${problem} Installers aren’t made without keytar.`) };
    if (problem !== null) say(`${problem} The app is packed without keytar. It uses @napi-rs/keyring.`);
    return await runPackage('electron-builder/cli.js', builderArguments({ electronDist, output, installers, targets, isUniversal }), {
      ...options,
      env: { ...env, LATCHKEY_AUTOMATION: automation ? '1' : '0', LATCHKEY_KEYTAR: problem === null ? keytar : '' },
    });
  } finally {
    rmSync(keytar, { recursive: true, force: true });
  }
}

/** @param {{ electronDist: string, output: string, installers: boolean, targets: readonly string[], isUniversal: boolean }} packing */
function builderArguments({ electronDist, output, installers, targets, isUniversal }) {
  return [
    '--config',
    'scripts/lib/packaging/pack-config.mjs',
    `-c.directories.output=${output}`,
    // One folder has one architecture: for two, electron-builder fetches the releases itself.
    ...(isUniversal ? [] : [`-c.electronDist=${electronDist}`]),
    ...(installers ? [systemOption, ...targets] : ['--dir']),
  ];
}

const systemOption = { darwin: '--mac', win32: '--win' }[/** @type {string} */ (process.platform)] ?? '--linux';

/** The version of Electron that is packed. */
function electronVersion() {
  return String(JSON.parse(readFileSync(inProject('node_modules', 'electron', 'package.json'), 'utf8')).version);
}

/** @param {string} sentence */
function refused(sentence) {
  say(sentence);
  return sentence;
}
