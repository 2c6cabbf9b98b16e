import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fileOf, fresh, keychain, leftoversGone, live, over, start } from '#tests/support/main/profile-process.ts';
import { knownError, refreshed, reportOf } from '#tests/support/main/test-ports.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { systemClock } from '../runtime/system-clock';
import { accountsFileName } from './accounts-file';
import { createTokenStore } from './token-store';

describe('a restart', () => {
  test('finds every account of every connection, and their tokens', async () => {
    const profile = await temporaryFolder();
    const secrets = keychain();
    const first = await start(profile, secrets);
    const ids = [await first.add('ada'), await first.add('bob'), await first.add('ada', live, 'other')];
    await first.sessions.use(ids[0] ?? '');
    first.sessions.close();
    const second = await start(profile, secrets);
    expect(second.topic.get().value.map(({ id, current }) => [id, current])).toEqual([
      [ids[0], true],
      [ids[1], false],
      [ids[2], true],
    ]);
    expect(await second.sessions.source(ids[1] ?? '', 'c').tokens()).toEqual({ access: live, refresh: 'refresh-bob' });
    expect(second.transport.requests).toEqual([]);
  });

  test('keeps an ended session invalid', async () => {
    const profile = await temporaryFolder();
    const secrets = keychain();
    const first = await start(profile, secrets, { answer: () => knownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED', 401) });
    const id = await first.add('ada', over);
    await reportOf(first.sessions.source(id, 'c').tokens());
    const second = await start(profile, secrets);
    expect([second.list(), secrets.items.size]).toEqual([[['ada', 'invalid', true]], 0]);
    expect(await reportOf(second.sessions.source(id, 'c').tokens())).toEqual({ code: 'signed-out' });
  });

  test('writes no token into the profile', async () => {
    const profile = await temporaryFolder();
    const { add } = await start(profile, keychain());
    await add('ada');
    expect(await readFile(join(profile, accountsFileName), 'utf8')).not.toMatch(/eyJ|refresh-/);
  });

  test('removes what a crash left behind, and nothing else', async () => {
    const profile = await temporaryFolder();
    const secrets = keychain();
    const first = await start(profile, secrets);
    const id = await first.add('ada');
    first.sessions.close();
    const store = createTokenStore(secrets, systemClock);
    for (const gone of ['half-made', 'half-removed']) await store.write(gone, { refresh: 'r', access: live });
    const data = await fileOf(profile);
    const text = { format: 'latchkey/accounts', version: 2, data: { ...data, adding: ['half-made'], leftovers: ['half-removed'] } };
    await writeFile(join(profile, accountsFileName), JSON.stringify(text));
    const second = await start(profile, secrets);
    await leftoversGone(profile);
    expect([...secrets.items.keys()].sort()).toEqual([`account/${id}/access`, `account/${id}/refresh`]);
    expect([second.list(), (await fileOf(profile)).adding]).toEqual([[['ada', 'signed-in', true]], []]);
  });

  test('with a locked keychain keeps accounts and leftovers, which a later restart removes', async () => {
    const profile = await temporaryFolder();
    const secrets = keychain();
    const first = await start(profile, secrets);
    const id = await first.add('ada');
    await createTokenStore(secrets, systemClock).write('gone', { refresh: 'r', access: live });
    const data = await fileOf(profile);
    await writeFile(
      join(profile, accountsFileName),
      JSON.stringify({ format: 'latchkey/accounts', version: 2, data: { ...data, leftovers: ['gone'] } }),
    );
    first.sessions.close();
    secrets.locked = true;
    const second = await start(profile, secrets);
    expect(second.list()).toEqual([['ada', 'signed-in', true]]);
    expect(await reportOf(second.sessions.source(id, 'c').tokens())).toEqual({ code: 'keychain-locked' });
    expect(await reportOf(second.sessions.signOut(id))).toEqual({ code: 'keychain-locked' });
    expect([second.list(), second.transport.requests, secrets.items.size]).toEqual([[['ada', 'signed-in', true]], [], 4]);
    second.sessions.close();
    secrets.locked = false;
    const third = await start(profile, secrets);
    await leftoversGone(profile);
    expect([third.list(), secrets.items.size]).toEqual([[['ada', 'signed-in', true]], 2]);
    expect(await third.sessions.signOut(id)).toEqual({ endedAtService: true });
    expect([third.list(), secrets.items.size]).toEqual([[], 0]);
  });
});

describe('a keychain that is locked', () => {
  test('while a refresh is under way loses nothing', async () => {
    const profile = await temporaryFolder();
    const secrets = keychain();
    const { sessions, add, list, transport } = await start(profile, secrets);
    const id = await add('ada', over);
    transport.answer = () => {
      secrets.locked = true;
      return refreshed(fresh);
    };
    expect(await reportOf(sessions.source(id, 'c').tokens())).toEqual({ code: 'keychain-locked' });
    expect([list(), secrets.items.size]).toEqual([[['ada', 'signed-in', true]], 2]);
    secrets.locked = false;
    transport.answer = () => refreshed(fresh);
    expect((await sessions.source(id, 'c').tokens()).access).toBe(fresh);
  });

  test('when a sign-in is stored leaves neither an account nor secrets', async () => {
    const profile = await temporaryFolder();
    const secrets = keychain();
    const { add, list, pushed } = await start(profile, secrets);
    const set = secrets.set;
    secrets.set = async (key, value) => {
      await set(key, value);
      secrets.locked = key.endsWith('/refresh');
    };
    expect(await reportOf(add('ada'))).toEqual({ code: 'keychain-locked' });
    expect([list(), pushed, (await fileOf(profile)).leftovers.length]).toEqual([[], [], 1]);
    secrets.locked = false;
    await start(profile, secrets);
    await leftoversGone(profile);
    expect(secrets.items.size).toBe(0);
  });

  test('after the session was found over keeps the account invalid and the secrets for the next start', async () => {
    const profile = await temporaryFolder();
    const secrets = keychain();
    const { sessions, add, list, transport } = await start(profile, secrets);
    const id = await add('ada', over);
    transport.answer = () => {
      secrets.locked = true;
      return knownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED', 401);
    };
    expect(await reportOf(sessions.source(id, 'c').tokens())).toEqual({ code: 'session-ended' });
    expect([list(), (await fileOf(profile)).leftovers]).toEqual([[['ada', 'invalid', true]], [id]]);
  });

  test('and broken does not prevent signing out', async () => {
    const profile = await temporaryFolder();
    const secrets = keychain();
    const { sessions, add, list } = await start(profile, secrets);
    const id = await add('ada');
    await secrets.set(`account/${id}/refresh`, 'broken');
    expect(await sessions.signOut(id)).toEqual({ endedAtService: true });
    expect([list(), secrets.items.size]).toEqual([[], 0]);
  });
});
