/** A test in whose profile the demo project's connection has a safety level. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test as base } from './fixtures';

const demo = { id: 'sandbox', kind: 'sandbox', name: 'Analytical Engines', baseUrl: null, projectId: 'demo', colour: null };
const more = { handlerBase: '/handler', group: null, pinned: false, keys: {}, owner: null, detected: null };

/** Takes the safety level as the option `safety`. Without it, the profile is new. */
export const test = base.extend<{ safety: string | null }>({
  safety: [null, { option: true }],
  profile: async ({ profile, safety }, use) => {
    if (safety !== null) {
      const data = { connections: [{ ...demo, ...more, environment: 'production', safety }], adding: [], leftovers: [], removed: [] };
      await writeFile(join(profile, 'connections.json'), JSON.stringify({ format: 'latchkey/connections', version: 2, data }));
    }
    await use(profile);
  },
});
