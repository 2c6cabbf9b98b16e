/** What the end-to-end tests start from: a host with an empty profile, its page, and the screens by their names. */
import { type BrowserContext, test as base, type ElectronApplication, expect } from '@playwright/test';
import { drivenElectron } from '../../../scripts/lib/electron-binary.mjs';
import { hostOf, launchElectron, recordOpened } from './electron';
import { recordIpc } from './ipc-tap';
import { launchHost, newProfile, type RunningHost, removeProfile } from './launch';
import { SandboxWorld } from './sandbox-world';
import { Screens } from './screens';
import { filesWithSecrets, holdsSecret, recordFrames } from './secret-search';

interface Fixtures {
  /** A folder that outlives restarts of the host within one test. */
  readonly profile: string;
  readonly host: RunningHost;
  /** All that the program told the page so far, as text. */
  readonly told: readonly string[];
  /** Errors on the page's console that a test means to cause. */
  readonly expectedComplaints: RegExp | null;
  readonly screens: Screens;
  readonly world: SandboxWorld;
  /** The person's own browser, which knows nothing of the app's page. */
  readonly person: BrowserContext;
}

const browserTest = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures used from the pattern
  profile: async ({}, use) => {
    const profile = await newProfile();
    await use(profile);
    expect(await filesWithSecrets(profile)).toEqual([]);
    await removeProfile(profile);
  },
  host: async ({ profile }, use) => {
    const host = await launchHost(profile);
    await use(host);
    await host.stop();
  },
  expectedComplaints: [null, { option: true }],
  told: async ({ page }, use) => use(recordFrames(page)),
  world: async ({ told, profile }, use) => use(new SandboxWorld(told, profile)),
  person: async ({ browser }, use) => {
    const context = await browser.newContext({ locale: 'en-GB' });
    await use(context);
    await context.close();
  },
  screens: async ({ page, host, told, expectedComplaints }, use) => {
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !/WebSocket connection|net::ERR_CONNECTION_/.test(message.text())) complaints.push(message.text());
    });
    // A window of Electron is there already.
    if (!page.url().startsWith(host.url)) await page.goto(host.url);
    await use(new Screens(page));
    expect(complaints.filter((text) => !expectedComplaints?.test(text))).toEqual([]);
    // A search in nothing would prove nothing.
    expect(told).not.toEqual([]);
    expect(told.filter(holdsSecret)).toEqual([]);
  },
});

/** The same on Electron: the first window is the page. */
export const electronTest = browserTest.extend<{ electronApp: ElectronApplication }>({
  electronApp: async ({ profile }, use, { skip }) => {
    const driven = drivenElectron();
    if ('missing' in driven) return skip(true, `The specs on Electron itself are skipped. ${driven.missing}`);
    const electronApp = await launchElectron(driven, profile);
    // Nobody is there to answer when a test ends with a form that is not saved.
    await electronApp.evaluate(({ dialog }) => {
      dialog.showMessageBoxSync = () => 1;
    });
    await recordOpened(electronApp, profile);
    await use(electronApp);
    await electronApp.close();
  },
  context: ({ electronApp }, use) => use(electronApp.context()),
  page: async ({ electronApp }, use) => use(await electronApp.firstWindow()),
  told: async ({ electronApp, page }, use) => {
    const told = await recordIpc(electronApp);
    await page.evaluate(`window.latchkey.call('app.info', {})`);
    await expect.poll(() => told.length).toBeGreaterThan(0);
    await use(told);
  },
  host: ({ electronApp, profile }, use) => use(hostOf(electronApp, profile)),
});

/** Specs written once run on both hosts; the project says on which. */
export const test: typeof browserTest = process.env.LATCHKEY_HOST === 'electron' ? electronTest : browserTest;

export { expect };
