/** Packs the built app with electron-builder. */
import { runPackage } from './run.mjs';

/**
 * @typedef {object} Packing
 * @property {string} electronDist The folder that holds Electron as its release does.
 * @property {string} output The folder to write to.
 * @property {boolean} [automation] Whether the app may be driven through the inspector, which it then says in its name.
 * @property {boolean} [installers] Whether installers are made as well as the folder.
 */

/**
 * Packs the app for this system.
 * @param {Packing} packing
 * @param {import('./run.mjs').RunOptions} [options]
 */
export function packApp({ electronDist, output, automation = false, installers = false }, options = {}) {
  const folders = [`-c.electronDist=${electronDist}`, `-c.directories.output=${output}`];
  return runPackage('electron-builder/cli.js', ['--config', 'scripts/lib/pack-config.mjs', ...folders, ...(installers ? [] : ['--dir'])], {
    ...options,
    env: { ...process.env, LATCHKEY_AUTOMATION: automation ? '1' : '0' },
  });
}
