/** An app of this process with tabs open, whose refreshes can be counted. */
import { z } from 'zod';
import type { Transport } from '#main/ports/ports.ts';
import { createUndiciTransport } from '#main/remote/undici-transport.ts';
import { type Bridge, openBridge } from './bridge';
import { startOwnHost } from './own-host';

export interface Tabs {
  readonly bridges: readonly Bridge[];
  readonly connectionId: string;
  readonly accountId: string;
  /** Expires the access token at the service without notifying the app. */
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
  const host = await startOwnHost({ transport });
  const bridges: Bridge[] = [];
  try {
    for (let number = 0; number < count; number += 1) bridges.push(await openBridge(new URL(host.newAddress())));
    const call = async (name: string) => bridges[0]?.call(name, {});
    const targets = opened.parse(await call('sandbox.open'));
    const { url } = sandbox.parse(await call('sandbox.state')).value;
    return await use({ bridges, ...targets, refreshes, expire: () => advance(url) });
  } finally {
    for (const bridge of bridges) bridge.close();
    await host.close();
  }
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
