/** `npm run gallery`: a picture of every screen in every state, and one page that shows them all. */
import { rmSync } from 'node:fs';
import { readOptions } from './lib/options.mjs';
import { inProject, say } from './lib/project.mjs';
import { runPackage } from './lib/run.mjs';
import { setUp } from './lib/setup.mjs';
import { provideSystemPackages } from './lib/system-packages.mjs';

const { area, scene } = readOptions(
  { area: { type: 'string' }, scene: { type: 'string' } },
  'Usage: npm run gallery -- [--area TEXT] [--scene TEXT]',
);
await setUp();
await provideSystemPackages();
const folder = inProject('test-results', 'gallery');
// What is shot again joins the pictures of the run before.
if (area === undefined && scene === undefined) rmSync(folder, { recursive: true, force: true });
const { code } = await runPackage(
  '@playwright/test/cli.js',
  ['test', '--project', 'gallery', '--reporter=line', ...(area ? ['--grep', area] : [])],
  { env: { ...process.env, ...(scene ? { LATCHKEY_SCENE: scene } : {}) } },
);
say(`The pictures, a contact sheet of each area, and index.html are in ${folder}.`);
if (code === 0) say('docs/gallery.png has every screen, if all areas are there.');
process.exit(code);
