/** `npm run check`: lint, types and layers only. */
import { runChecks } from './lib/checks.mjs';
import { setUp } from './lib/setup.mjs';

await setUp({ withBuild: false });
const { passed, failed } = await runChecks();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
