/** `npm run gallery`: a picture of every screen in every state, and one page that shows them all. */
import { inProject, say } from './lib/project.mjs';
import { runPackage } from './lib/run.mjs';
import { setUp } from './lib/setup.mjs';
import { provideSystemPackages } from './lib/system-packages.mjs';

await setUp();
await provideSystemPackages();
const { code } = await runPackage('@playwright/test/cli.js', ['test', '--project', 'gallery', '--reporter=line', ...process.argv.slice(2)]);
if (code === 0) say(`The pictures and index.html are in ${inProject('test-results', 'gallery')}. The contact sheet is docs/gallery.png.`);
process.exit(code);
