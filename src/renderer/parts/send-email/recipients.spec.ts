import { describe, expect, it, test } from 'vitest';
import type { ErrorReport } from '#contract/errors.ts';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import type { EmailResult } from '#data/emails.ts';
import { maxRecipients, type Refusal, refusalOf, waitingRecipients, withRecipients } from './recipients';

const userOf = (id: string, email: string | null = `${id}@x.example`) => ({ id, primary_email: email }) as ServerUser;
const ids = (users: readonly ServerUser[]) => users.map(({ id }) => id);

describe('recipients', () => {
  it.each([
    [[], ['a'], ['a']],
    [['a'], ['a'], ['a']],
    [
      ['a', 'b'],
      ['c', 'a'],
      ['a', 'b', 'c'],
    ],
  ])('%j and %j are %j', (users, added, expected) => {
    expect(
      ids(
        withRecipients(
          users.map((id) => userOf(id)),
          added.map((id) => userOf(id)),
        ),
      ),
    ).toEqual(expected);
  });

  it('are limited', () => {
    const many = Array.from({ length: maxRecipients + 5 }, (_none, index) => userOf(`u${index}`));
    expect(withRecipients([], many)).toHaveLength(maxRecipients);
  });
});

test('an email is still to be sent to those who have an address and didn’t get it', () => {
  const report: ErrorReport = { code: 'timed-out' };
  const results = new Map<string, EmailResult>([
    ['done', { state: 'done' }],
    ['unlisted', { state: 'unlisted' }],
    ['failed', { state: 'failed', report }],
    ['unknown', { state: 'unknown', report }],
  ]);
  const users = [...results.keys(), 'new'].map((id) => userOf(id));
  expect(ids(waitingRecipients([...users, userOf('no-address', null)], results))).toEqual(['failed', 'unknown', 'new']);
});

test.each<[ErrorReport, Refusal | null]>([
  [{ code: 'service-error', status: 404, text: 'User not found' }, 'deleted'],
  [{ code: 'service-error', status: 400, text: 'User does not have a primary email' }, 'no-address'],
  [{ code: 'service-error', status: 400, text: 'User has disabled notifications for this category' }, 'opted-out'],
  [{ code: 'service-error', status: 400, text: 'Cannot send custom emails when using shared email config' }, 'shared'],
  [{ code: 'known-error', known: 'USER_ID_DOES_NOT_EXIST' }, 'deleted'],
  [{ code: 'known-error', known: 'REQUIRES_CUSTOM_EMAIL_SERVER' }, 'shared'],
  [{ code: 'known-error', known: 'USER_NOT_FOUND', text: 'User not found' }, null],
  [{ code: 'service-error', status: 400, text: 'constructor' }, null],
  [{ code: 'service-error', status: 400 }, null],
  [{ code: 'timed-out' }, null],
])('%j is refused because of %s', (report, expected) => {
  expect(refusalOf(report)).toBe(expected);
});
