/** `npm run check`: lint, types and layers only. */
import { runChecks } from './lib/checks.mjs';
import { readOptions } from './lib/options.mjs';
import { setUp } from './lib/setup.mjs';

readOptions({}, 'Usage: npm run check');
await setUp({ withBuild: false });
const { passed, failed } = await runChecks();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
