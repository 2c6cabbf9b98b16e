import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { asksForProject } from './scripts/lib/playwright-project.mjs';
import { testBrowserPaths } from './scripts/lib/system-packages.mjs';
import { notOnElectron } from './tests/support/browser/not-on-electron';

/** The specs run against the browser host unless this says otherwise; the workers read it as well. */
if (asksForProject(process.argv, 'electron')) process.env.LATCHKEY_HOST = 'electron';
const onElectron = process.env.LATCHKEY_HOST === 'electron';

// Each program that a spec starts would read the certificates of the machine, which takes as long as the rest of its start.
process.env.NODE_EXTRA_CA_CERTS = '';

const executablePath = testBrowserPaths.find((path) => existsSync(path));

export default defineConfig({
  outputDir: 'test-results/browser',
  globalSetup: ['./tests/support/browser/use-build.ts', ...(onElectron ? [] : ['./tests/support/page/build-program.ts'])],
  fullyParallel: true,
  // Windows of Electron share one focus and one clipboard. Elsewhere there are two more than cores: a spec waits for a third of its time.
  workers: onElectron ? 1 : Math.min(availableParallelism() + 2, 8),
  forbidOnly: true,
  // Generous: a specification that passes is not slowed down, and a crowded machine is no fault of the program.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    // Half of a test's time: what is waited for in vain is then named.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    contextOptions: { reducedMotion: 'reduce' },
    // Actions, requests, and console only: pictures and snapshots of the page take a tenth of the time. `--trace on` records them.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      // A Chromium run as root has no sandbox of its own; only tests start one.
      chromiumSandbox: false,
      args: [
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Threads and processes that take turns on two cores cost more than they give: these two spare a quarter of a page spec's time.
        '--enable-features=NetworkServiceInProcess2',
        '--js-flags=--single-threaded',
      ],
    },
  },
  projects: onElectron
    ? [
        {
          name: 'electron',
          testDir: 'tests',
          testMatch: ['electron/*.spec.ts', 'e2e/*.spec.ts'],
          testIgnore: Object.keys(notOnElectron).map((name) => `e2e/${name}.spec.ts`),
        },
      ]
    : [
        { name: 'pages', testDir: 'tests/pages' },
        { name: 'e2e', testDir: '.', testMatch: ['tests/e2e/*.spec.ts', 'examples/playwright/*.spec.ts'] },
        // An area has up to fifty scenes of four pictures each.
        { name: 'gallery', testDir: 'tests/gallery', testMatch: 'gallery.spec.ts', timeout: 900_000, teardown: 'gallery sheets' },
        { name: 'gallery sheets', testDir: 'tests/gallery', testMatch: 'sheets.spec.ts', timeout: 300_000 },
      ],
});
