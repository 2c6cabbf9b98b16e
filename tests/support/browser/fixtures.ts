/** What the end-to-end tests start from: a host with an empty profile, its page, and the screens by their names. */
import { test as base, expect } from '@playwright/test';
import { launchHost, newProfile, type RunningHost, removeProfile } from './launch';
import { Screens } from './screens';
import { filesWithSecrets, holdsSecret, recordFrames } from './secret-search';

interface Fixtures {
  /** A folder that outlives restarts of the host within one test. */
  readonly profile: string;
  readonly host: RunningHost;
  readonly screens: Screens;
}

export const test = base.extend<Fixtures>({
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
  screens: async ({ page, host }, use) => {
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !/WebSocket connection|net::ERR_CONNECTION_/.test(message.text())) complaints.push(message.text());
    });
    const frames = recordFrames(page);
    await page.goto(host.url);
    await use(new Screens(page));
    expect(complaints).toEqual([]);
    expect(frames.filter(holdsSecret)).toEqual([]);
  },
});

export { expect };
