/** `npm run sandbox`: sets up and runs the emulated service alone; the options are its own. */
import { endWithNpm } from './lib/end-with-npm.mjs';
import { inProject } from './lib/project.mjs';
import { become } from './lib/run.mjs';
import { setUp } from './lib/setup.mjs';

await endWithNpm();
await setUp();
become(process.execPath, [inProject('out', 'main', 'sandbox.js'), ...process.argv.slice(2)]);
