import { expect, test } from 'vitest';
import { outboxEmailContent } from '#contract/service/models/outbox-models.ts';
import { toOutboxItem } from '../emails/outbox-item';
import { createRelease } from '../releases/release';
import { listOutboxEmails } from '../stores/outbox-store';
import { createTestSandbox } from '../testing/test-sandbox';

const emailsOf = async (number: string) => {
  const release = createRelease(number);
  const { store } = await createTestSandbox({ release: number });
  const keys = store.all<{ key: number }>('SELECT key FROM projects').map(({ key }) => key);
  return keys.flatMap((project) => listOutboxEmails(store, { project, limit: 100 }).map((row) => toOutboxItem(release, row)));
};

test('the outbox has emails in each state that stays, which the catalog reads', async () => {
  const emails = await emailsOf('2.8.109');
  const states = new Set(emails.map(({ status }) => status));
  expect([...states].sort()).toEqual(['paused', 'render-error', 'scheduled', 'sent', 'server-error', 'skipped']);
  for (const email of emails) expect(outboxEmailContent.safeParse(email).error).toBeUndefined();
  expect(new Set(emails.map(({ skipped_reason: reason }) => reason))).toContain('USER_UNSUBSCRIBED');
  expect(emails.filter(({ next_send_retry_at_millis: next }) => typeof next === 'number')).toHaveLength(1);
});

test('the same emails are seeded every time', async () => {
  const seeded = async () => (await emailsOf('2.8.59')).map(({ id, status }) => `${id} ${status}`);
  expect(await seeded()).toEqual(await seeded());
});

test('releases without an outbox have none', async () => {
  expect(await emailsOf('2.8.58')).toEqual([]);
});
