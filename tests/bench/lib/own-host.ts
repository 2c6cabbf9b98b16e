/** The app behind its server in this process, so that a benchmark can see what it asks and opens. */
import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { createApp } from '#main/app/app.ts';
import { forkWorker } from '#main/hosts/browser/fork-worker.ts';
import { createPageTokens } from '#main/hosts/browser/page-tokens.ts';
import { startServer } from '#main/hosts/browser/server.ts';
import { createMemoryStore } from '#main/keychain/memory-store.ts';
import { createGoLinks } from '#main/loopback/go-links.ts';
import type { Ports } from '#main/ports/ports.ts';
import { createUndiciTransport } from '#main/remote/undici-transport.ts';
import { systemClock } from '#main/runtime/system-clock.ts';
import { headlessPorts } from '../../support/main/headless-ports';
import { root } from './programs';
import { runFolder } from './sandbox';

export interface OwnHost {
  /** The address of another page. */
  newAddress(): string;
  close(): Promise<void>;
}

/** Starts it on an empty profile; `ports` are the ones that the benchmark watches. */
export async function startOwnHost(ports: Partial<Pick<Ports, 'transport' | 'openUrl'>>): Promise<OwnHost> {
  const build = join(root, 'out', 'main');
  const quiet = headlessPorts();
  const { isTrustedPeer } = quiet;
  const app = await createApp({
    ...quiet,
    version: '0.0.0-bench',
    profileFolder: await mkdtemp(join(runFolder(), 'own-host-')),
    licensesFile: join(root, 'out', 'licenses.json'),
    transport: createUndiciTransport(),
    // As if it were the system's: what is written to files then is written here.
    secrets: { ...createMemoryStore(), kind: 'system' },
    spawnWorker: (name, args) => forkWorker(build, name, args),
    ...ports,
  });
  const tokens = createPageTokens(randomBytes, systemClock.now);
  const page = { folder: join(root, 'out', 'renderer'), nonce: 'bench', fixedTime: null };
  const goLinks = createGoLinks(() => randomBytes(16).toString('hex'), systemClock);
  const server = await startServer({ app, tokens, goLinks, clock: systemClock, isTrustedPeer, page }, 0);
  return { newAddress: server.newAddress, close: () => server.close().then(app.close) };
}
