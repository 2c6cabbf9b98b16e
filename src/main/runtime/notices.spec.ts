import { expect, test } from 'vitest';
import type { Notice } from '#contract/bridge/app.ts';
import { createNotices } from './notices';
import { createTopic } from './topics';

function setUp() {
  let number = 0;
  const topic = createTopic<Notice[]>('app.notices', [], () => undefined);
  const notices = createNotices(topic, () => `id-${++number}`);
  return { notices, kinds: () => topic.get().value.map(({ id, ...rest }) => [id, rest]) };
}

test('keeps notices in order until they are dismissed', () => {
  const { notices, kinds } = setUp();
  notices.add({ kind: 'memory-keychain' });
  notices.add({ kind: 'file-unreadable', file: 'settings.json', copy: 'settings.json.broken-1' });
  notices.dismiss('id-1');
  notices.dismiss('no such notice');
  expect(kinds()).toEqual([['id-2', { kind: 'file-unreadable', file: 'settings.json', copy: 'settings.json.broken-1' }]]);
});

test('does not repeat a notice until it was dismissed', () => {
  const { notices, kinds } = setUp();
  for (const copy of ['a', 'a', 'b']) notices.add({ kind: 'file-unreadable', file: 'settings.json', copy });
  expect(kinds()).toHaveLength(2);
  notices.dismiss('id-1');
  notices.add({ kind: 'file-unreadable', file: 'settings.json', copy: 'a' });
  expect(kinds().map(([id]) => id)).toEqual(['id-2', 'id-3']);
});
