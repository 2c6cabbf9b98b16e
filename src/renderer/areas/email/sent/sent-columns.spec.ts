import { describe, expect, it } from 'vitest';
import type { SentEmail } from '#contract/service/models/mail-models.ts';
import { type SentFilter, sentRows } from './sent-columns';

const emailOf = (id: string, own: Partial<SentEmail> = {}): SentEmail => ({
  id,
  subject: 'Verify your email',
  sent_at_millis: 1000,
  to: ['ada@analytical.example'],
  sender_config: undefined,
  error: null,
  ...own,
});
const emails = [
  emailOf('sent'),
  emailOf('rejected', {
    to: ['grace@navy.example', 'alan@bletchley.example'],
    sent_at_millis: 3000,
    error: { errorType: 'REJECTED', message: '550 No such mailbox', canRetry: false },
  }),
  emailOf('later', { to: undefined, subject: '', sent_at_millis: 2000, error: 'Send error: bounced' }),
];
const ids = (filter: Partial<SentFilter>) => sentRows(emails, { text: '', status: 'any', ...filter }).map(({ email }) => email.id);

describe('the rows', () => {
  it.each<[filter: Partial<SentFilter>, expected: readonly string[]]>([
    [{}, ['rejected', 'later', 'sent']],
    [{ status: 'failed' }, ['rejected', 'later']],
    [{ text: ' ADA@ ' }, ['sent']],
    [{ text: 'alan' }, ['rejected']],
    [{ text: 'verify' }, ['rejected', 'sent']],
    [{ text: 'bounced' }, ['later']],
    [{ text: 'no such' }, ['rejected']],
    [{ text: 'verify', status: 'failed' }, ['rejected']],
    [{ text: '.*' }, []],
  ])('that match %j', (filter, expected) => {
    expect(ids(filter)).toEqual(expected);
  });
});
