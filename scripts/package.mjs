/** `npm run package`: packs the app for this system into dist/; `--automation` packs one that Playwright can drive. */
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { electronBinary, fetchElectron } from './lib/electron-binary.mjs';
import { readOptions } from './lib/options.mjs';
import { packApp } from './lib/pack-app.mjs';
import { inProject, say } from './lib/project.mjs';
import { setUp } from './lib/setup.mjs';

const usage = 'Usage: npm run package -- [--automation] [--installers]';
const { automation, installers } = readOptions(
  { automation: { type: 'boolean', default: false }, installers: { type: 'boolean', default: false } },
  usage,
);

await setUp();
await fetchElectron({ retry: true });
const dist = electronFolder();
if (dist === null) {
  say("The app cannot be packaged: Electron's binary is not here and its releases cannot be reached.");
  process.exit(1);
}

const output = automation ? 'dist/automation' : 'dist';
const { code } = await packApp({ electronDist: dist, output, automation, installers });
if (code === 0) say(`The app is in ${inProject(output)}.`);
process.exit(code);

/** The folder that holds Electron as its release does, or null. */
function electronFolder() {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (override) return existsSync(override) ? override : null;
  const binary = electronBinary();
  if (binary === null) return null;
  // On a Mac the binary lies three folders deep in its bundle.
  return process.platform === 'darwin' ? dirname(dirname(dirname(dirname(binary)))) : dirname(binary);
}
