/** `npm run gallery`: a picture of every screen in every state, and one page that shows them all. In English, and without high contrast, unless an option says otherwise. */
import { rmSync } from 'node:fs';
import { readOptions, refuse } from './lib/options.mjs';
import { inProject, say } from './lib/project.mjs';
import { runPackage } from './lib/run.mjs';
import { setUp } from './lib/setup.mjs';
import { pictureFonts, provideSystemPackages } from './lib/system-packages.mjs';

const { area, scene, language, contrast } = readOptions(
  { area: { type: 'string' }, scene: { type: 'string' }, language: { type: 'string' }, contrast: { type: 'string' } },
  'Usage: npm run gallery -- [--area TEXT] [--scene TEXT] [--language en|de|ja|pseudo] [--contrast more]',
);
if (![undefined, 'en', 'de', 'ja', 'pseudo'].includes(language) || ![undefined, 'more'].includes(contrast))
  refuse('--language takes en, de, ja, or pseudo, and --contrast takes more.');
await setUp();
const missing = await provideSystemPackages(pictureFonts);
const missingFonts = pictureFonts.map(({ program }) => program).filter((program) => missing.includes(program));
const folder = inProject('test-results', ['gallery', language !== 'en' && language, contrast].filter(Boolean).join('-'));
// What is shot again joins the pictures of the run before.
if (area === undefined && scene === undefined) rmSync(folder, { recursive: true, force: true });
const { code } = await runPackage(
  '@playwright/test/cli.js',
  ['test', '--project', 'gallery', '--reporter=line', ...(area ? ['--grep', area] : [])],
  {
    env: {
      ...process.env,
      ...(scene ? { LATCHKEY_SCENE: scene } : {}),
      ...(language ? { LATCHKEY_GALLERY_LANGUAGE: language } : {}),
      ...(contrast ? { LATCHKEY_GALLERY_CONTRAST: contrast } : {}),
    },
  },
);
say(`The pictures, a contact sheet of each area, and index.html are in ${folder}.`);
if (missingFonts.length > 0) say(`Missing: ${missingFonts.join(', ')}. The pictures show boxes instead.`);
if (code === 0 && contrast === undefined && (language ?? 'en') === 'en')
  say('docs/gallery.png and the other pictures of docs are new, if all areas are there.');
process.exit(code);
