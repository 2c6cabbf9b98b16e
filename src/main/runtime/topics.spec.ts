import { expect, test } from 'vitest';
import type { Push } from '../../contract/kit';
import { createTopic } from './topics';

test('pushes each change whole, with a revision that only grows', () => {
  const pushed: Push[] = [];
  const topic = createTopic<string[]>('links.changed', [], (push) => pushed.push(push));
  expect(topic.get()).toEqual({ revision: 1, value: [] });
  topic.set(['a']);
  topic.set(['a', 'b']);
  expect(pushed).toEqual([
    { name: 'links.changed', revision: 2, value: ['a'] },
    { name: 'links.changed', revision: 3, value: ['a', 'b'] },
  ]);
  expect(topic.get()).toEqual({ revision: 3, value: ['a', 'b'] });
});

test('returns the new value while it is being pushed', () => {
  const seen: unknown[] = [];
  const topic = createTopic('app.noticesChanged', 0, ({ revision }) => seen.push([revision, topic.get()]));
  topic.set(7);
  expect(seen).toEqual([[2, { revision: 2, value: 7 }]]);
});
