import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startReads } from './wire/decorators';
import type { StatefulWire } from './wire/socket-wire';

const calls: string[] = [];
const topics: string[] = [];

const wire: StatefulWire = {
  status: () => 'open',
  onStatus: () => () => undefined,
  onReconnect: () => () => undefined,
  async call(name) {
    calls.push(name);
    return { ok: false, error: { code: 'bridge-lost' } };
  },
  on(topic) {
    topics.push(topic);
    return () => undefined;
  },
};

beforeAll(() => vi.stubGlobal('latchkeyWire', wire));
afterAll(() => vi.unstubAllGlobals());

it('needs the reads that the window has made before its code was there, and no others', async () => {
  const { startStores } = await import('./start');
  await startStores();
  expect(calls.toSorted()).toEqual(Object.values(startReads).toSorted());
  expect(topics.toSorted()).toEqual(Object.keys(startReads).toSorted());
});
