import { expect, test } from 'vitest';
import { topicInitials } from '#contract/bridge/topic-initials.ts';
import type { Push } from '#contract/definitions.ts';
import { createTopic, createTopics } from './topics';

test('creates every topic with its initial value', () => {
  const pushed: Push[] = [];
  const topics = createTopics((push) => pushed.push(push));
  expect(Object.entries(topics).map(([name, topic]) => [name, topic.get()])).toEqual(
    Object.entries(topicInitials).map(([name, value]) => [name, { revision: 1, value }]),
  );
  topics['sandbox.state'].set({ state: 'starting' });
  expect(pushed).toEqual([{ name: 'sandbox.state', revision: 2, value: { state: 'starting' } }]);
});

test('pushes each change whole, with a revision that only grows', () => {
  const pushed: Push[] = [];
  const topic = createTopic<string[]>('links.list', [], (push) => pushed.push(push));
  expect(topic.get()).toEqual({ revision: 1, value: [] });
  topic.set(['a']);
  topic.set(['a', 'b']);
  expect(pushed).toEqual([
    { name: 'links.list', revision: 2, value: ['a'] },
    { name: 'links.list', revision: 3, value: ['a', 'b'] },
  ]);
  expect(topic.get()).toEqual({ revision: 3, value: ['a', 'b'] });
});

test('returns the new value while it is being pushed', () => {
  const seen: unknown[] = [];
  const topic = createTopic('app.notices', 0, ({ revision }) => seen.push([revision, topic.get()]));
  topic.set(7);
  expect(seen).toEqual([[2, { revision: 2, value: 7 }]]);
});
