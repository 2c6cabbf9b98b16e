import { expect, test } from 'vitest';
import { readApiKeyText } from './api-key-text';

const secret = 'y63fch26w14wmchwyfgcw8t7swm4fv4dk79q9g8xe6sza';
const id = '6e8f5f6a9a414e6f93a10f4d3b9a8c11';
const key = `sk_${secret}${id}user1574ck4u7hb7ceba30`;
const readId = '6e8f5f6a-9a41-4e6f-93a1-0f4d3b9a8c11';

test.each([
  ['a user’s key', key, { owner: 'user', id: readId }],
  ['a team’s key', key.replace('user', 'team'), { owner: 'team', id: readId }],
  ['a public key', key.replace('sk_', 'pk_'), { owner: 'user', id: readId }],
  ['nothing', '', null],
  ['a project key', `sak_${secret}`, null],
  ['a key that is cut off', key.slice(0, -1), null],
  ['a key with something behind it', `${key}0`, null],
  ['a key of an unknown owner', key.replace('user', 'crew'), null],
  ['an ID that is none', key.replace(id, 'z'.repeat(32)), null],
])('%s', (_name, text, expected) => {
  expect(readApiKeyText(text)).toEqual(expected);
});
