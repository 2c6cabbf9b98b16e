/** Fixtures of the end-to-end tests: a host with an empty profile, its page, and its screens. */
import { type BrowserContext, test as base, type ElectronApplication, expect } from '@playwright/test';
import { drivenElectron } from '../../../scripts/lib/electron-binary.mjs';
import { hostOf, launchElectron, recordOpened } from './electron';
import { recordIpc } from './ipc-tap';
import { launchHost, newProfile, type PageHost, removeProfile } from './launch';
import { Screens } from './screens';
import { filesWithSecrets, holdsSecret, recordFrames } from './secret-search';
import { TestEnvironment } from './test-environment';

interface Fixtures<Host extends PageHost> {
  /** A folder that is kept across restarts of the host within one test. */
  readonly profile: string;
  readonly host: Host;
  /** Everything that the program has sent to the page, as text. */
  readonly sentToWindows: readonly string[];
  /** Expected errors in the page's console. */
  readonly expectedComplaints: RegExp | null;
  /** Messages in which the user asked for a secret. */
  readonly expectedSecrets: RegExp | null;
  readonly screens: Screens;
  readonly environment: TestEnvironment;
  /** The user's own browser, separate from the app's page. */
  readonly userBrowser: BrowserContext;
}

/** Returns the fixtures of a host that `launch` starts. */
export function fixturesOf<Host extends PageHost>(launch: (profile: string) => Promise<Host>) {
  return base.extend<Fixtures<Host>>({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures used from the pattern
    profile: async ({}, use) => {
      const profile = await newProfile();
      await use(profile);
      expect(await filesWithSecrets(profile)).toEqual([]);
      await removeProfile(profile);
    },
    host: async ({ profile }, use) => {
      const host = await launch(profile);
      await use(host);
      await host.stop();
    },
    expectedComplaints: [null, { option: true }],
    expectedSecrets: [null, { option: true }],
    sentToWindows: async ({ page }, use) => use(recordFrames(page)),
    environment: async ({ sentToWindows, profile }, use) => use(new TestEnvironment(sentToWindows, profile)),
    userBrowser: async ({ browser }, use) => {
      const context = await browser.newContext({ locale: 'en-GB' });
      await use(context);
      await context.close();
    },
    screens: async ({ page, host, sentToWindows, expectedComplaints, expectedSecrets }, use, info) => {
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error' && !/WebSocket connection|net::ERR_(CONNECTION_|EMPTY_RESPONSE)/.test(message.text()))
          complaints.push(message.text());
      });
      // On Electron, the window is already open.
      if (!page.url().startsWith(host.url)) {
        await page.goto(host.url);
        // The link works once: a page that is reloaded before it has a session would have none.
        await expect.poll(() => sentToWindows.length).toBeGreaterThan(0);
      }
      await use(new Screens(page));
      // The description of a failure has no address. Before the first screen, it may contain the token.
      if (info.status !== info.expectedStatus) console.error(`The page was at ${/#\/.*/.exec(page.url())?.[0] ?? 'its start'}.`);
      expect(complaints.filter((text) => !expectedComplaints?.test(text))).toEqual([]);
      // Without messages, the search for secrets would prove nothing.
      expect(sentToWindows).not.toEqual([]);
      expect(sentToWindows.filter((text) => holdsSecret(text) && !expectedSecrets?.test(text))).toEqual([]);
    },
  });
}

const browserTest = fixturesOf(launchHost);

/** The same fixtures on Electron: the first window is the page. */
export const electronTest = browserTest.extend<{ electronApp: ElectronApplication }>({
  electronApp: async ({ profile }, use, { skip }) => {
    const driven = drivenElectron();
    if ('missing' in driven) return skip(true, `The specs on Electron itself are skipped. ${driven.missing}`);
    const electronApp = await launchElectron(driven, profile);
    // Answers the dialog that appears when a test ends with an unsaved form.
    await electronApp.evaluate(({ dialog }) => {
      dialog.showMessageBoxSync = () => 1;
    });
    await recordOpened(electronApp, profile);
    await use(electronApp);
    await electronApp.close();
  },
  context: ({ electronApp }, use) => use(electronApp.context()),
  page: async ({ electronApp }, use) => use(await electronApp.firstWindow()),
  sentToWindows: async ({ electronApp, page }, use) => {
    const sentToWindows = await recordIpc(electronApp);
    await page.evaluate(`window.latchkey.call('app.info', {})`);
    await expect.poll(() => sentToWindows.length).toBeGreaterThan(0);
    await use(sentToWindows);
  },
  host: ({ electronApp, profile }, use) => use(hostOf(electronApp, profile)),
});

/** Runs a spec on the host that the Playwright project selects. */
export const test: typeof browserTest = process.env.LATCHKEY_HOST === 'electron' ? electronTest : browserTest;

export { expect };
