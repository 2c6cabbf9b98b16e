import { expect, test } from 'vitest';
import { listDrafts } from '../stores/draft-store';
import { createTestSandbox } from '../testing/test-sandbox';

const draftsOf = async (release: string) => {
  const { store, clock } = await createTestSandbox({ release });
  const keys = store.all<{ key: number }>('SELECT key FROM projects').map(({ key }) => key);
  return { drafts: keys.flatMap((key) => listDrafts(store, key)), now: clock.now() };
};

test('one draft was sent and one wasn’t, both in the past', async () => {
  const { drafts, now } = await draftsOf('2.8.109');
  expect(drafts.map(({ display_name: name, theme, sent_at: sentAt }) => [name, theme, sentAt === null])).toEqual([
    ['Maintenance', 'false', true],
    ['Autumn news', null, false],
  ]);
  for (const { sent_at: sentAt } of drafts) expect(sentAt ?? 0).toBeLessThan(now);
});

test('the same drafts are seeded every time', async () => {
  const ids = async () => (await draftsOf('2.8.38')).drafts.map(({ id }) => id);
  expect(await ids()).toEqual(await ids());
});

test('releases without drafts have none', async () => {
  expect((await draftsOf('2.8.37')).drafts).toEqual([]);
});
