import { expect, it, test } from 'vitest';
import type { SentEmail } from '#contract/service/models/mail-models.ts';
import { failedEmails } from './failed-emails-part';

const emailOf = (own: Partial<SentEmail>): SentEmail => ({
  id: 'e',
  subject: 'Verify your email',
  sent_at_millis: 1000,
  to: ['ada@analytical.example'],
  sender_config: undefined,
  error: null,
  ...own,
});
const rejected = { errorType: 'REJECTED', message: '550 No such mailbox', canRetry: false };

test.each([
  ['was delivered', emailOf({}), []],
  ['failed, with a message', emailOf({ error: rejected }), ['550 No such mailbox']],
  ['failed, with a type only', emailOf({ error: { errorType: 'TIMEOUT', canRetry: true } }), ['TIMEOUT']],
  ['failed, with an empty message', emailOf({ error: { ...rejected, message: ' ' } }), ['REJECTED']],
  ['failed at a later release', emailOf({ error: 'Bounced' }), ['Bounced']],
])('an email that %s', (_name, email, errors) => {
  expect(failedEmails([email]).map(({ error }) => error)).toEqual(errors);
});

test.each([
  [undefined, null, 0],
  [[], null, 0],
  [['a@x.example'], 'a@x.example', 0],
  [['a@x.example', 'b@x.example', 'c@x.example'], 'a@x.example', 2],
])('recipients %j', (to, recipient, otherRecipients) => {
  expect(failedEmails([emailOf({ to, error: rejected })])[0]).toMatchObject({ recipient, otherRecipients });
});

it('lists the latest first', () => {
  const emails = [10, 30, 20].map((sent_at_millis) => emailOf({ id: String(sent_at_millis), sent_at_millis, error: rejected }));
  expect(failedEmails(emails).map(({ id }) => id)).toEqual(['30', '20', '10']);
});
