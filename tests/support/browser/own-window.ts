/** A Chromium page in place of an Electron window: the built host, its preload script and its files are the real ones. */
import { test as base, expect, type Page } from '@playwright/test';
import { firstPage, prepareElectron, type RunningElectron, startProcess } from '../electron/process';
import { newProfile, removeProfile } from './launch';
import { Screens } from './screens';
import { filesWithSecrets, holdsSecret } from './secret-search';

const origin = 'https://bundle.test';

interface Fixtures {
  /** What the system says of the user. */
  readonly languages: readonly string[];
  readonly profile: string;
  readonly running: RunningElectron;
  readonly screens: Screens;
}

export const test = base.extend<Fixtures>({
  languages: [['en-GB', 'de'], { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures used from the pattern
  profile: async ({}, use) => {
    const profile = await newProfile();
    await use(profile);
    expect(await filesWithSecrets(profile)).toEqual([]);
    await removeProfile(profile);
  },
  running: async ({ profile, languages }, use) => {
    // Not built again, because other specs are using out/.
    await prepareElectron('as-it-is');
    const running = await startProcess(profile, { env: { STAND_IN_LANGUAGES: languages.join(',') } });
    await firstPage(running);
    await use(running);
    running.process.kill('SIGKILL');
    await running.exited;
  },
  screens: async ({ page, running }, use) => {
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())));
    await servePage(page, running);
    const sentToWindows: string[] = [];
    await giveBridge(page, running, sentToWindows);
    await page.goto(`${origin}/`);
    await use(new Screens(page));
    expect(complaints).toEqual([]);
    // The messages between the processes. There must be some, or the search for secrets proves nothing.
    expect(sentToWindows.length).toBeGreaterThan(5);
    expect(sentToWindows.filter(holdsSecret)).toEqual([]);
  },
});

export { expect };

/** Serves the host's responses under `app://bundle/`, with their headers. */
async function servePage(page: Page, running: RunningElectron): Promise<void> {
  await page.route(`${origin}/**`, async (route) => {
    const url = route.request().url().replace(origin, 'app://bundle');
    const asking = running.evaluate(async ({ protocol }, asked) => {
      const response = await protocol.serve(asked);
      const bytes = new Uint8Array(await response.arrayBuffer());
      return { status: response.status, headers: Object.fromEntries(response.headers), body: bytes };
    }, url);
    // A test may end, and the host with it, while the page still reads files.
    const file = await asking.catch(() => null);
    if (file === null) await route.abort().catch(() => undefined);
    else await route.fulfill({ ...file, body: Buffer.from(file.body) });
  });
}

/** Provides `window.latchkey` like the preload script and passes on the host's pushes. Records all messages. */
async function giveBridge(page: Page, running: RunningElectron, sentToWindows: string[]): Promise<void> {
  await page.exposeFunction('askHost', async (name: string, input: unknown) => {
    const reply = await running.call(name, input);
    sentToWindows.push(JSON.stringify(reply));
    return reply;
  });
  await page.addInitScript(`
    const listeners = new Map();
    window.hearHost = ({ name, value, revision }) => { for (const listener of listeners.get(name) ?? []) listener(value, revision); };
    window.latchkey = {
      call: (name, input) => window.askHost(name, input),
      on(name, listener) {
        listeners.set(name, (listeners.get(name) ?? new Set()).add(listener));
        return () => listeners.get(name).delete(listener);
      },
    };
  `);
  void passOn(page, running, sentToWindows).catch(() => undefined);
}

/** Passes on pushes. Rejects when the page or the program ends. */
async function passOn(page: Page, running: RunningElectron, sentToWindows: string[]): Promise<void> {
  for (let heard = 0; ; ) {
    const pushes = await running.evaluate(
      ({ windows }, from) =>
        new Promise<unknown[]>((resolve) => {
          const look = () => {
            const messages = windows[0]?.contents.page?.messages ?? [];
            if (messages.length > from) resolve(messages.slice(from).map(({ args }) => args[0]));
            else setTimeout(look, 10);
          };
          look();
        }),
      heard,
    );
    heard += pushes.length;
    sentToWindows.push(...pushes.map((push) => JSON.stringify(push)));
    for (const push of pushes) await page.evaluate(`window.hearHost(${JSON.stringify(push)})`);
  }
}
