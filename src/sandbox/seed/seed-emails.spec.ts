import { describe, expect, it, test } from 'vitest';
import { sentEmail } from '#contract/service/models/mail-models.ts';
import { isUsable } from '../emails/rendering/templates';
import { listDrafts } from '../stores/draft-store';
import { listLoggedEmails, listOwnTemplates } from '../stores/email-store';
import { createTestSandbox } from '../testing/test-sandbox';

describe('the seeded emails', () => {
  it('were sent, or failed in several ways, before now', async () => {
    const test = await createTestSandbox();
    const keys = test.store.all<{ key: number }>('SELECT key FROM projects').map(({ key }) => key);
    const mails = keys.flatMap((key) => listLoggedEmails(test.store, key));
    for (const mail of mails) {
      expect(sentEmail.strict().safeParse(mail).success).toBe(true);
      expect(mail.sent_at_millis).toBeLessThan(test.clock.now());
    }
    const errors = new Set(mails.map(({ error }) => error?.errorType));
    expect([...errors].sort()).toEqual(['AUTH_FAILED', 'INVALID_EMAIL_ADDRESS', 'TIMEOUT', undefined]);
    const [, ...shown] = (await test.call('admin', 'GET', '/internal/emails')).items;
    expect(shown.length).toBeGreaterThan(3);
  });

  it('include one valid template of a project', async () => {
    const { store } = await createTestSandbox();
    const own = store.all<{ key: number }>('SELECT key FROM projects').flatMap(({ key }) => listOwnTemplates(store, key));
    expect(own.map(({ type }) => type)).toEqual(['password_reset']);
    expect(own.every(isUsable)).toBe(true);
  });
});

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
