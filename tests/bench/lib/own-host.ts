/** The app behind its server in this process, so that a benchmark can see what it asks and opens. */
import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { createApp } from '../../../src/main/app/app';
import { forkWorker } from '../../../src/main/hosts/browser/fork-worker';
import { createPageTokens } from '../../../src/main/hosts/browser/page-tokens';
import { startServer } from '../../../src/main/hosts/browser/server';
import { createMemoryStore } from '../../../src/main/keychain/memory-store';
import { createGoLinks } from '../../../src/main/loopback/go-links';
import type { Ports } from '../../../src/main/ports/ports';
import { createUndiciTransport } from '../../../src/main/remote/undici-transport';
import { systemClock } from '../../../src/main/runtime/system-clock';
import { quietPorts } from '../../support/quiet-ports';
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
  const quiet = quietPorts();
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
