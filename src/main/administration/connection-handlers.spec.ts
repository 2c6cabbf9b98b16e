import { expect, test } from 'vitest';
import { fail } from '#contract/errors.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { withKeyTexts } from './connection-handlers';

const read = (ref: string) => {
  if (ref === 'expired') throw fail('secret-expired');
  return `text of ${ref}`;
};

test.each([
  ['no keys', { name: 'Mine' }, { name: 'Mine' }],
  ['typed keys', { keys: { server: 'ssk_1', admin: null } }, { keys: { client: undefined, server: 'ssk_1', admin: null } }],
  [
    'references',
    { name: 'Mine', keys: { client: { ref: 'a' }, admin: { ref: 'b', last_four: 'xxxx' } } },
    { name: 'Mine', keys: { client: 'text of a', server: undefined, admin: 'text of b' } },
  ],
])('a change with %s', (_name, change, expected) => {
  expect(withKeyTexts(change, read)).toEqual(expected);
});

test.each([
  ['an expired reference', { keys: { admin: { ref: 'expired' } } }, { code: 'secret-expired' }],
  [
    'a reference to a key for another server',
    { baseUrl: 'https://else.where', keys: { server: 'ssk_1', admin: { ref: 'a' } } },
    { code: 'keys-needed-again', path: 'keys.admin' },
  ],
])('with %s is refused', async (_name, change, report) => {
  expect(await reportOf(Promise.resolve().then(() => withKeyTexts(change, read)))).toEqual(report);
});
