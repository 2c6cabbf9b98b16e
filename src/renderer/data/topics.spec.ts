import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { topicNames } from '#contract/bridge/topic-initials.ts';
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

it('reads the topics that the window has read before its code was there, and no others', async () => {
  const { startTopics } = await import('./topics');
  await startTopics();
  expect(calls.toSorted()).toEqual(topicNames.toSorted());
  expect(topics.toSorted()).toEqual(topicNames.toSorted());
});
