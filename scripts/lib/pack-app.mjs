/** Packs the built app with electron-builder, as electron-builder.yml says. */
import { runPackage } from './run.mjs';

// A name of its own shows in the title, in About and in the profile's folder which of the two builds this is.
const automationMarks = [
  '-c.productName=Latchkey Automation',
  '-c.extraMetadata.productName=Latchkey Automation',
  '-c.appId=app.latchkey.desktop.automation',
  '-c.linux.executableName=latchkey-automation',
];

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
  return runPackage('electron-builder/cli.js', [...(installers ? [] : ['--dir']), ...folders, ...(automation ? automationMarks : [])], {
    ...options,
    env: { ...process.env, LATCHKEY_AUTOMATION: automation ? '1' : '0' },
  });
}
