import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileOf, keychain, leftoversGone, live, start, tokenSets } from '#tests/support/main/profile-process.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { systemClock } from '../runtime/system-clock';
import { accountsFile, accountsFileName } from './accounts-file';
import { createTokenStore } from './token-store';

const ada = {
  id: 'a1',
  connectionId: 'c',
  userId: 'ada',
  displayName: 'Ada',
  primaryEmail: 'ada@x.io',
  state: 'signed-in',
  current: true,
};
const bob = { ...ada, id: 'b1', userId: 'bob', displayName: null, primaryEmail: null, state: 'invalid', current: false };

const versionOne = { format: 'latchkey/accounts', version: 1, data: { accounts: [ada, bob], adding: ['half-made'], leftovers: ['gone'] } };

async function profileWith(file: unknown): Promise<string> {
  const profile = await temporaryFolder();
  await writeFile(join(profile, accountsFileName), JSON.stringify(file));
  return profile;
}

test('a file of version 1 is read: an account’s tokens are stored under its ID, and its session is its own', async () => {
  const profile = await profileWith(versionOne);
  const unreadableFile: unknown[] = [];
  expect(await accountsFile(profile, systemClock, (what) => unreadableFile.push(what)).read()).toEqual({
    accounts: [
      { ...ada, tokenSet: 'a1', handOvers: [] },
      { ...bob, tokenSet: 'b1', handOvers: [] },
    ],
    adding: ['half-made'],
    leftovers: ['gone'],
  });
  expect(unreadableFile).toEqual([]);
});

test('an upgraded profile finds its tokens, and a new sign-in moves them to a new token set', async () => {
  const profile = await profileWith(versionOne);
  const secrets = keychain();
  await createTokenStore(secrets, systemClock).write('a1', { refresh: 'refresh-ada', access: live });
  const { sessions, add, topic } = await start(profile, secrets);
  await leftoversGone(profile);
  expect(topic.get().value).toMatchObject([
    { ...ada, isShared: false },
    { ...bob, isShared: false },
  ]);
  expect(await sessions.source('a1', 'c').tokens()).toEqual({ access: live, refresh: 'refresh-ada' });
  expect(await add('ada', live, 'c', 'second')).toBe('a1');
  expect(await sessions.source('a1', 'c').tokens()).toEqual({ access: live, refresh: 'second' });
  expect(await tokenSets(profile)).not.toContain('a1');
  expect(await add('bob')).toBe('b1');
  expect((await fileOf(profile)).accounts.map(({ id, state }) => [id, state])).toEqual([
    ['a1', 'signed-in'],
    ['b1', 'signed-in'],
  ]);
});

test.each([
  { what: 'an account without an ID', data: { ...versionOne.data, accounts: [{ ...ada, id: undefined }] } },
  { what: 'an account with a field of version 2', data: { ...versionOne.data, accounts: [{ ...ada, tokenSet: 'x' }] } },
  { what: 'no accounts', data: { adding: [], leftovers: [] } },
  { what: 'a list', data: [ada] },
])('a file of version 1 with $what is set aside', async ({ data }) => {
  const profile = await profileWith({ ...versionOne, data });
  const unreadableFile: unknown[] = [];
  expect((await accountsFile(profile, systemClock, (what) => unreadableFile.push(what)).read()).accounts).toEqual([]);
  expect(unreadableFile).toMatchObject([{ kind: 'file-unreadable', file: accountsFileName }]);
});
