import { expect, onTestFinished, test } from 'vitest';
import { fail } from '#contract/errors.ts';
import { catalog } from '#contract/service/index.ts';
import { createFakeClock, until } from '#tests/support/fake-clock.ts';
import { startLibraryInProcess } from '#tests/support/main/library-in-process.ts';
import { indexUsers } from '#tests/support/samples/index-users.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { createLibraryClient } from '../library/library-client';
import type { RecordedWrite } from '../ports/write-recorder';
import { createStoredIndex, type StoredIndexDeps } from './stored-index';

const [user] = indexUsers(1, () => 0.5);
const record = { connectionId: 'c', destination: 'd', projectId: 'p', name: '0'.repeat(32), item: 'library/x', isPaused: false };

/** An index in a profile, as a process opens it, whose service answers only while it isn't offline. */
function startProcess(profileFolder: string) {
  const clock = createFakeClock();
  const asked: string[] = [];
  const own = { isOffline: false, isLocked: false, isPaused: false };
  const send = async (endpoint: { path: string }, _actor: unknown, _target: unknown, input: { params?: { user_id: string } }) => {
    asked.push([endpoint.path, input.params?.user_id ?? []].flat().join(' '));
    if (own.isOffline) throw fail('unreachable');
    return endpoint === catalog.users.read
      ? user
      : { items: endpoint === catalog.users.list ? [user] : [], templates: [], pagination: { next_cursor: null } };
  };
  const client = createLibraryClient(startLibraryInProcess);
  onTestFinished(client.end);
  const index = createStoredIndex({
    ports: { clock, random: (count: number) => new Uint8Array(count), profileFolder },
    log: () => undefined,
    client,
    sender: { send } as unknown as StoredIndexDeps['sender'],
    sessions: { target: async () => ({ projectId: 'p' }), serverTime: () => clock.now() } as unknown as StoredIndexDeps['sessions'],
    secrets: {} as StoredIndexDeps['secrets'],
    userCalls: { idle: async () => undefined },
    isLocked: () => own.isLocked,
    hasWindow: () => true,
    userOf: (accountId) => (accountId === 'a' ? user?.id : undefined),
    record: () => ({ ...record, isPaused: own.isPaused }),
    temporaryKey: 'ab'.repeat(32),
    onChange: () => undefined,
    onProjectChanged: () => undefined,
  });
  return { clock, asked, own, index };
}

const written = {
  endpoint: catalog.users.update,
  input: { params: { user_id: user?.id ?? '' }, body: { display_name: 'Grace' } },
  destination: 'd',
} as const;
const ok = { ok: true, value: {} } as const;
const readUser = `/users/{user_id} ${user?.id}`;

test('a user whose change couldn’t be followed is read again by the next process', async () => {
  const folder = await temporaryFolder();
  const first = startProcess(folder);
  first.own.isPaused = true;
  await first.index.run.opened();
  first.own.isOffline = true;
  first.index.follow(written, ok);
  await first.index.followed();
  expect(first.asked).toEqual([readUser]);
  await first.index.stop();

  const second = startProcess(folder);
  second.index.run.adopt();
  await until(() => second.index.state().state === 'current');
  expect(second.asked.filter((path) => path === readUser)).toEqual([readUser]);
  second.index.run.requestPass();
  await until(() => second.asked.filter((path) => path === '/teams').length === 2);
  expect(second.asked.filter((path) => path === readUser)).toEqual([readUser]);
  await second.index.stop();
});

test('a change made while the app was locked is followed once it is unlocked', async () => {
  const { asked, own, index } = startProcess(await temporaryFolder());
  index.run.adopt();
  await until(() => index.state().state === 'current');
  own.isLocked = true;
  index.run.adopt();
  index.follow(written, ok);
  index.follow({ ...written, endpoint: catalog.teams.delete, input: { params: { id: 'a' } } }, ok);
  own.isLocked = false;
  index.run.adopt();
  index.run.requestPass();
  await until(() => asked.includes(readUser));
  await until(async () => (await index.request({ op: 'stale' })).length === 0);
  await index.stop();
});

test('the names of templates are read again once one was changed', async () => {
  const { asked, own, index } = startProcess(await temporaryFolder());
  own.isPaused = true;
  await index.run.opened();
  index.follow({ ...written, endpoint: catalog.emails.createTemplateById, input: { body: { display_name: 'Welcome' } } }, ok);
  await index.followed();
  expect(asked).toEqual([
    '/internal/email-templates',
    '/team-permission-definitions',
    '/project-permission-definitions',
    '/internal/api-keys',
  ]);
  await index.stop();
});

test.each<[string, RecordedWrite['endpoint'], RecordedWrite['input']]>([
  ['its own password', catalog.auth.updatePassword, { body: { old_password: 'a', new_password: 'b' } }],
  ['an own email address', catalog.contactChannels.delete, { params: { user_id: 'me', id: 'e' } }],
  ['its user', catalog.users.deleteMe, {}],
  ['its anonymous user into one with a password', catalog.auth.passwordSignUp, { body: { email: 'a@x.test', password: 'b' } }],
])('the user of an account that changes %s is read again', async (_what, endpoint, input) => {
  const { asked, own, index } = startProcess(await temporaryFolder());
  own.isPaused = true;
  await index.run.opened();
  const write = { endpoint, input, destination: 'd', origin: { source: 'window', accountId: 'a' } } as const;
  index.follow(write, { ok: true, value: { success: true } });
  index.follow({ ...write, origin: { source: 'window', accountId: 'other' } }, ok);
  index.follow({ ...write, endpoint: catalog.auth.refresh, input: {} }, { ok: true, value: { access_token: 'x' } });
  await index.followed();
  expect(asked).toEqual([readUser]);
  await index.stop();
});
