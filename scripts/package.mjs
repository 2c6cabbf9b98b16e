/** `npm run package`: packs the app for this system into dist/; `--automation` packs one that Playwright can drive. */
import { fetchElectron, releaseFolder, whyMissing } from './lib/electron-binary.mjs';
import { readOptions } from './lib/options.mjs';
import { packApp } from './lib/packaging/pack-app.mjs';
import { inProject, say } from './lib/project.mjs';
import { setUp } from './lib/setup.mjs';

const usage = 'Usage: npm run package -- [--automation] [--installers] [--target NAME]…';
const {
  automation,
  installers,
  target: targets,
} = readOptions(
  {
    automation: { type: 'boolean', default: false },
    installers: { type: 'boolean', default: false },
    target: { type: 'string', multiple: true, default: [] },
  },
  usage,
);

await setUp();
const binary = await fetchElectron();
if (binary === null) {
  const reason = whyMissing('Electron’s binary is missing and couldn’t be downloaded.');
  say(`Couldn’t package the app. ${reason}`);
  process.exit(1);
}

const output = automation ? 'dist/automation' : 'dist';
const { code } = await packApp({
  electronDist: releaseFolder(binary),
  output,
  automation,
  installers: installers || targets.length > 0,
  targets,
});
if (code === 0) say(`The app is in ${inProject(output)}.`);
process.exit(code);
