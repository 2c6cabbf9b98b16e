/** Fixtures of the page specs: those of the end-to-end tests, with the host and the services in the process of the spec. */
import { resolve } from 'node:path';
import { expect, fixturesOf } from '../browser/fixtures';
import { openedLinksFile } from '../browser/launch';
import type { RunningSandbox } from '../browser/launch-sandbox';
import { type ProxiedService, startProxiedService } from '../browser/proxied-service';
import { program, startService } from './services';

const build = resolve(import.meta.dirname, '../../../out');

const hostTest = fixturesOf(async (profile) => (await program()).startHost({ profile, build, openedLinks: openedLinksFile(profile) }));

export const test = hostTest.extend<{ proxied: ProxiedService; service: RunningSandbox }>({
  /** The same service behind a proxy. */
  proxied: async ({ service }, use) => {
    const proxied = await startProxiedService(service);
    await use(proxied);
    await proxied.close();
  },
  /** A service that the app doesn't know, with data of its own. */
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures used from the pattern
  service: async ({}, use) => {
    const service = await startService();
    await use(service);
    await service.stop();
  },
});

export { expect };
