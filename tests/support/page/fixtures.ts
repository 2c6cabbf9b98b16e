/** Fixtures of the page specs: those of the end-to-end tests, with the host and the services in the process of the spec. */
import { join, resolve } from 'node:path';
import { expect, fixturesOf } from '../browser/fixtures';
import { openedLinksFile, type PageHost } from '../browser/launch';
import type { RunningSandbox } from '../browser/launch-sandbox';
import { type ProxiedService, startProxiedService } from '../browser/proxied-service';
import { ownService } from './own-services';
import { program } from './services';

const build = resolve(import.meta.dirname, '../../../out');

interface PageFixtures {
  /** The release of the app's sandbox and of the service; the sandbox's default without it. */
  readonly sandboxRelease: string | undefined;
  /** Whether the host has files that connections can follow: the user chooses `followedPath` of the profile. */
  readonly canFollow: boolean;
  readonly proxied: ProxiedService;
  readonly service: RunningSandbox;
}

export const test = fixturesOf(startOwnHost).extend<PageFixtures>({
  sandboxRelease: [undefined, { option: true }],
  canFollow: [false, { option: true }],
  host: async ({ profile, sandboxRelease, canFollow }, use) => {
    const host = await startOwnHost(profile, sandboxRelease, canFollow ? followedPath(profile) : null);
    await use(host);
    await host.stop();
  },
  /** The same service behind a proxy. */
  proxied: async ({ service }, use) => {
    const proxied = await startProxiedService(service);
    await use(proxied);
    await proxied.close();
  },
  /** A service that the app doesn't know, with separate data. */
  service: async ({ sandboxRelease }, use) => {
    await ownService(sandboxRelease)(({ service }) => use(service));
  },
});

/** Returns the path of a file that a connection can follow, beside the profile. */
export const followedPath = (profile: string) => join(`${profile}-followed`, 'project.yaml');

async function startOwnHost(profile: string, sandboxRelease?: string, followed: string | null = null): Promise<PageHost> {
  return (await program()).startHost({ profile, build, openedLinks: openedLinksFile(profile), sandboxRelease, followed });
}

export { expect };
