/** `npm run sandbox`: sets up and runs the emulated service alone; the options are its own. */
import { inProject } from './lib/project.mjs';
import { become } from './lib/run.mjs';
import { setUp } from './lib/setup.mjs';

await setUp();
become(process.execPath, [inProject('out', 'main', 'sandbox.js'), ...process.argv.slice(2)]);
