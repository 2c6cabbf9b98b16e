import { expect, test } from 'vitest';
import { targetsOf } from '../support/main/launch-app';
import { startLibraryInProcess } from '../support/main/library-in-process';
import { releaseApp } from '../support/main/release-app';

/** Launches the app, and changes two users and the membership of one. */
async function setUp() {
  const { api, service, connectionId } = await releaseApp('2.8.109', ['server'], { spawnWorker: startLibraryInProcess });
  const { asProject } = targetsOf({ connectionId, accountId: '' });
  const { items } = await service.users.list({ ...asProject, query: { limit: 2 } });
  const [userId = '', otherId = ''] = items.map(({ id }) => id);
  const rename = (id: string, display_name: string) =>
    service.users.update({ ...asProject, params: { user_id: id }, body: { display_name } });
  await rename(userId, 'Zoë Zebra');
  await rename(otherId, 'Yann Yak');
  const team = await service.teams.create({ ...asProject, body: { display_name: 'Zoo' } });
  await service.teams.addMember({ ...asProject, params: { team_id: team.id, user_id: userId }, body: {} });
  const entries = async () => (await api.journal.list({ filter: {}, limit: 50 })).entries;
  const named = async () =>
    (await entries()).filter(({ personal }) => personal !== null).map(({ endpoint, target }) => [endpoint, target.id]);
  await expect.poll(async () => (await entries()).map(({ outcome }) => outcome?.result)).toEqual(['done', 'done', 'done', 'done']);
  return { api, connectionId, userId, otherId, named, entries };
}

test('what entries say about a user is erased, also of those that only name the user, and the chain stays whole', async () => {
  const { api, connectionId, userId, otherId, named, entries } = await setUp();
  expect(await api.journal.erasePerson({ connectionId, userId })).toEqual({ erased: 2 });
  expect(await named()).toEqual([
    ['teams.create', null],
    ['users.update', otherId],
  ]);
  expect((await entries()).filter(({ erasedAtMillis }) => erasedAtMillis !== null).map(({ endpoint }) => endpoint)).toEqual([
    'teams.addMember',
    'users.update',
  ]);
  await api.journal.verify({});
  expect((await api.journal.state({})).value).toMatchObject({ verification: 'whole', entries: 4 });
});

test('removing a connection leaves its entries, and erases them on request, unless another connection points to the project', async () => {
  const { api, connectionId, named } = await setUp();
  const { id: copy } = await api.connections.duplicate({ id: connectionId });
  const { id: another } = await api.connections.duplicate({ id: connectionId });
  await api.connections.remove({ id: another, erasesEntries: true });
  expect(await named()).toHaveLength(4);
  await api.connections.remove({ id: connectionId });
  expect(await named()).toHaveLength(4);
  await api.connections.remove({ id: copy, erasesEntries: true });
  expect(await named()).toEqual([]);
});
