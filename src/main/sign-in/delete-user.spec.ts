import { describe, expect, test } from 'vitest';
import { fail } from '#contract/errors.ts';
import { type SceneOptions, serviceOf, signInScene } from '#tests/support/main/sign-in-scene.ts';
import { knownError, reportOf, response } from '#tests/support/main/test-ports.ts';
import { sampleUser } from '#tests/support/samples/sample-user.ts';
import { createSendWrite } from '../gateway/send-write';
import { deleteUser } from './delete-user';

const caller = { windowId: 'w' };

async function setUp(primaryEmail: string | null = 'ada@x.io', options: SceneOptions = {}, deletion = () => response({ success: true })) {
  const scene = signInScene(
    serviceOf({ 'DELETE /users/me': deletion, 'GET /users/me': () => response({ ...sampleUser, primary_email: primaryEmail }) }),
    options,
  );
  const accountId = await scene.add();
  return { ...scene, accountId, remove: (typed: string) => deleteUser(scene.signInDeps, { accountId, typed }, caller) };
}

describe('deleting the own user', () => {
  test.each([
    ['ada@x.io', 'ada@x.io'],
    ['ada@x.io', '  ada@x.io\n'],
    ['ada@x.io', 'ada\u200b@x.io'],
    [null, sampleUser.id],
    ['', sampleUser.id],
    // Windows conceal the address in privacy mode.
    ['ada@x.io', sampleUser.id],
    ['ada@x.io', ` ${sampleUser.id}\n`],
  ])('accepts the current email address or ID (%s) as confirmation: %j', async (email, typed) => {
    const { remove, asked, accounts } = await setUp(email);
    await remove(typed);
    expect(asked()).toEqual(['GET /users/me', 'DELETE /users/me']);
    expect(accounts()).toEqual([]);
  });

  test.each([
    ['ada@x.io', ''],
    ['ada@x.io', 'ada'],
    ['ada@x.io', 'Ada@x.io'],
    ['ada@x.io', 'ada@x.io.'],
    ['ada@x.io', '••••••'],
    ['ada@x.io', sampleUser.id.slice(1)],
    ['', ''],
    [null, ''],
    [null, 'null'],
    [null, 'ada@x.io'],
  ])('with the email address %s rejects %j', async (email, typed) => {
    const { remove, asked, accounts } = await setUp(email);
    expect(await reportOf(remove(typed))).toEqual({ code: 'bad-input', path: 'typed' });
    expect(asked()).toEqual(['GET /users/me']);
    expect(accounts()).toHaveLength(1);
  });

  test('keeps the account where the project does not allow it', async () => {
    const { remove, accounts } = await setUp('ada@x.io', {}, () => knownError('SCHEMA_ERROR', 400));
    expect(await reportOf(remove('ada@x.io'))).toMatchObject({ known: 'SCHEMA_ERROR' });
    expect(accounts()).toHaveLength(1);
  });

  test('removes the account when the response is lost and the repeated request finds no user', async () => {
    let isDeleted = false;
    const noUser = () => knownError('CANNOT_GET_OWN_USER_WITHOUT_USER', 400);
    const deletion = () => {
      if (isDeleted) return noUser();
      isDeleted = true;
      throw fail('connection-lost');
    };
    const read = () => (isDeleted ? noUser() : response({ ...sampleUser, primary_email: 'ada@x.io' }));
    const scene = signInScene(serviceOf({ 'DELETE /users/me': deletion, 'GET /users/me': read }));
    const accountId = await scene.add();
    await deleteUser(scene.signInDeps, { accountId, typed: 'ada@x.io' }, caller);
    expect([scene.asked().filter((request) => request.startsWith('DELETE')).length, scene.accounts()]).toEqual([2, []]);
  });

  test('tells every window, once the account is removed', async () => {
    const { signInDeps, accountId, accounts } = await setUp();
    const told: unknown[] = [];
    const sendWrite = createSendWrite((write) => told.push([write, accounts()]));
    await deleteUser({ ...signInDeps, sendWrite }, { accountId, typed: 'ada@x.io' }, caller);
    expect(told).toEqual([[{ endpoint: 'users.deleteMe', connectionId: 'c', deletedIds: [sampleUser.id] }, []]]);
  });

  test('sends nothing for a read-only connection or a removed account', async () => {
    const { remove, asked } = await setUp('ada@x.io', { isReadOnly: true });
    expect(await reportOf(remove('ada@x.io'))).toEqual({ code: 'read-only-connection' });
    const other = await setUp();
    expect(await reportOf(deleteUser(other.signInDeps, { accountId: 'gone', typed: 'ada@x.io' }, caller))).toEqual({
      code: 'unknown-account',
    });
    expect([asked(), other.asked()]).toEqual([[], []]);
  });
});
