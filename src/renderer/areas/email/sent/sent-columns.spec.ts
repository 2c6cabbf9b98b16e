import { describe, expect, it } from 'vitest';
import type { SentEmail } from '#contract/service/models/mail-models.ts';
import { type SentFilter, sentRows, sentTable } from './sent-columns';

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

it('writes a table', () => {
  expect(sentTable(sentRows(emails, { text: '', status: 'any' }))).toEqual([
    ['sent_at', 'status', 'recipients', 'subject', 'error_type', 'error'],
    [
      '1970-01-01T00:00:03.000Z',
      'failed',
      'grace@navy.example, alan@bletchley.example',
      'Verify your email',
      'REJECTED',
      '550 No such mailbox',
    ],
    ['1970-01-01T00:00:02.000Z', 'failed', '', '', '', 'Send error: bounced'],
    ['1970-01-01T00:00:01.000Z', 'sent', 'ada@analytical.example', 'Verify your email', '', ''],
  ]);
});

it('writes the number of a time that no calendar has', () => {
  expect(sentTable(sentRows([emailOf('odd', { sent_at_millis: 8.7e15 })], { text: '', status: 'any' }))[1]?.[0]).toBe('8700000000000000');
});
