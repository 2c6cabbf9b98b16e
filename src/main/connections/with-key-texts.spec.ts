import { expect, test } from 'vitest';
import { reportOf } from '../../../tests/support/test-ports';
import { fail } from '../../contract/errors';
import { withKeyTexts } from './with-key-texts';

const read = (ref: string, windowId: string) => {
  if (windowId !== 'w1') throw fail('secret-expired');
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
  expect(withKeyTexts(change, 'w1', read)).toEqual(expected);
});

test('with the reference of another window is refused', async () => {
  const change = { keys: { admin: { ref: 'a' } } };
  expect(await reportOf(Promise.resolve().then(() => withKeyTexts(change, 'w2', read)))).toEqual({ code: 'secret-expired' });
});
