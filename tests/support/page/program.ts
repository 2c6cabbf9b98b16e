/** The browser host and services in the process of a spec, as `build-program.ts` builds them. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createApp } from '#main/app/app.ts';
import { linkOpener } from '#main/hosts/browser/open-browser.ts';
import { createPageTokens } from '#main/hosts/browser/page-tokens.ts';
import { createRestartableApp } from '#main/hosts/browser/restartable-app.ts';
import { type HostServer, startServer } from '#main/hosts/browser/server.ts';
import { createMemoryStore } from '#main/keychain/memory-store.ts';
import { createGoLinks } from '#main/loopback/go-links.ts';
import { createUndiciTransport } from '#main/remote/undici-transport.ts';
import { systemClock } from '#main/runtime/system-clock.ts';
import { readOptions } from '#sandbox/options.ts';
import { startSandbox } from '#sandbox/start.ts';
import { version } from '../../../package.json';
import type { PageHost } from '../browser/launch';
import type { RunningSandbox } from '../browser/launch-sandbox';
import { headlessPorts } from '../main/headless-ports';
import { startRelease } from '../service/start-release';
import { createSandboxWorkers } from './sandbox-workers';
import type { PlayedRelease, ServiceOptions } from './services';

/** Maximum duration of closing before a restart, in milliseconds. */
const closeLimitMillis = 8_000;

export interface HostOptions {
  readonly profile: string;
  /** The build, whose page is served. */
  readonly build: string;
  /** The file to which links are appended, instead of opening them in a browser. */
  readonly openedLinks: string;
  /** Of the app's sandbox, if not the default one. */
  readonly sandboxRelease: string | undefined;
  /** What the user chooses for a connection to follow; null in a host without files. */
  readonly followed: string | null;
}

/** Starts the browser host in this process, with the sandbox. Resolves when its page can be opened. */
export async function startHost({ profile, build, openedLinks, sandboxRelease, followed }: HostOptions): Promise<PageHost> {
  let server: HostServer | null = null;
  const sandboxes = createSandboxWorkers(sandboxRelease);
  const env = { LATCHKEY_OPENED_LINKS: openedLinks };
  const tokens = createPageTokens(randomBytes, systemClock.now);
  const goLinks = createGoLinks(() => randomBytes(16).toString('hex'), systemClock);
  const ports = headlessPorts();
  const create = (restart: () => void) =>
    createApp({
      ...ports,
      version,
      profileFolder: profile,
      licensesFile: join(build, 'licenses.json'),
      policyPlace: { file: join(`${profile}-policy`, 'policy.json'), ownerId: process.getuid?.() ?? null },
      transport: createUndiciTransport(),
      secrets: createMemoryStore(),
      preferredLanguages: () => ['en-GB'],
      spawnWorker: sandboxes.spawn,
      chooseFollowed: followed === null ? null : async () => followed,
      openWindow: async (path) => server?.newAddress(path) ?? null,
      openUrl: linkOpener(false, { env, platform: process.platform, clock: systemClock }),
      restart,
    });
  const app = await createRestartableApp({
    create,
    closeLimitMillis,
    clock: systemClock,
    onRestarted: () => server?.reloadPages(),
    onFailed: (thrown) => console.error(thrown),
  });
  const page = { folder: join(build, 'renderer'), nonce: randomBytes(16).toString('base64url'), fixedTime: null };
  const own = await startServer({ app, tokens, goLinks, clock: systemClock, isTrustedPeer: ports.isTrustedPeer, page }, 0);
  server = own;
  let stopping: Promise<void> | null = null;
  const stop = async () => {
    await own.close();
    await app.close();
    await sandboxes.end();
  };
  return {
    url: own.newAddress(),
    profile,
    stop() {
      stopping ??= stop();
      return stopping;
    },
    killSandbox: sandboxes.end,
  };
}

/** Starts a separate sandbox in this process, as `launchSandbox` does in another one. */
export async function startService({ clock, release }: ServiceOptions): Promise<RunningSandbox> {
  const own = [...(clock === undefined ? [] : ['--clock', clock]), ...(release === undefined ? [] : ['--release', release])];
  const running = await startSandbox({ ...readOptions(['--port', '0', ...own]), onNotice: console.error });
  return { url: running.url, demo: running.projects.demo, stop: running.close };
}

/** Starts a later release in this process. The caller stops it. */
export async function startPlayedRelease(release: string): Promise<PlayedRelease> {
  const { close, ...running } = await startRelease(release);
  return { ...running, stop: close };
}
