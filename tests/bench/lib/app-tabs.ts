/** The app behind its server with tabs open, in this process, so that what it sends can be counted. */
import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { createApp } from '../../../src/main/app';
import { forkWorker } from '../../../src/main/hosts/browser/fork-worker';
import { createPageTokens } from '../../../src/main/hosts/browser/page-tokens';
import { startServer } from '../../../src/main/hosts/browser/server';
import type { Transport } from '../../../src/main/ports';
import { createMemoryStore } from '../../../src/main/secrets/memory-store';
import { createUndiciTransport } from '../../../src/main/service/undici-transport';
import { systemClock } from '../../../src/main/system-clock';
import { type Bridge, openBridge } from './bridge';
import { root } from './programs';
import { runFolder } from './sandbox';

export interface Tabs {
  readonly bridges: readonly Bridge[];
  readonly connectionId: string;
  readonly accountId: string;
  /** Lets the access token run out at the service, which nobody tells the app. */
  expire(): Promise<void>;
  /** Refreshes asked for so far. */
  refreshes(): number;
}

const opened = z.object({ connectionId: z.string(), accountId: z.string() });
const sandbox = z.object({ value: z.object({ url: z.string() }) });
const elevenMinutes = 11 * 60_000;

/** Opens that many tabs of one app, signed in to its sandbox, lets the benchmark use them, and ends everything. */
export async function withTabs<T>(count: number, use: (tabs: Tabs) => Promise<T>): Promise<T> {
  const { transport, refreshes } = countingTransport();
  const host = await startCounted(transport);
  const bridges: Bridge[] = [];
  try {
    for (let number = 0; number < count; number += 1) bridges.push(await openBridge(new URL(host.newAddress())));
    const call = async (name: string) => bridges[0]?.call(name, {});
    const targets = opened.parse(await call('sandbox.open'));
    const { url } = sandbox.parse(await call('sandbox.read')).value;
    return await use({ bridges, ...targets, refreshes, expire: () => advance(url) });
  } finally {
    for (const bridge of bridges) bridge.close();
    await host.close();
  }
}

async function startCounted(transport: Transport): Promise<{ newAddress(): string; close(): Promise<void> }> {
  const build = join(root, 'out', 'main');
  const app = await createApp({
    host: 'browser',
    version: '0.0.0-bench',
    profileFolder: await mkdtemp(join(runFolder(), 'tabs-')),
    transport,
    secrets: createMemoryStore(),
    clipboard: null,
    clock: systemClock,
    random: randomBytes,
    spawnWorker: (name, args) => forkWorker(build, name, args),
    openWindow: async () => null,
    openUrl: async () => undefined,
    focusWindow: null,
    runCommand: null,
  });
  const tokens = createPageTokens(randomBytes, systemClock.now);
  const page = { folder: join(root, 'out', 'renderer'), nonce: 'bench' };
  const server = await startServer({ app, tokens, clock: systemClock, page }, 0);
  return { newAddress: server.newAddress, close: () => server.close().then(app.close) };
}

function countingTransport(): { transport: Transport; refreshes(): number } {
  const inner = createUndiciTransport();
  let refreshes = 0;
  const send: Transport['send'] = (request) => {
    if (request.url.endsWith('/auth/oauth/token')) refreshes += 1;
    return inner.send(request);
  };
  return { transport: { ...inner, send }, refreshes: () => refreshes };
}

async function advance(url: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}/sandbox/clock`, { method: 'POST', headers, body: `{"advance_millis":${elevenMinutes}}` });
  if (!response.ok) throw new Error(`The clock did not move: ${response.status}.`);
}
