import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { everyUser, newestFirst } from '#contract/query/user-query.ts';
import type { LibraryData } from '#main/local-index/index-records.ts';
import { launchApp, launchOpened } from '../support/main/launch-app';
import { startLibraryInProcess } from '../support/main/library-in-process';
import { releaseApp } from '../support/main/release-app';
import { createLockableStore, reportOf } from '../support/main/test-ports';
import { temporaryFolder } from '../support/temporary-folder';

describe('the index of a project', () => {
  test('is filled, is searched, follows a change, and goes with its connection', async () => {
    const { api, service, connectionId, asProject, pushed } = await launchOpened(await temporaryFolder());
    await api.localIndex.turnOn({ connectionId });
    const [state] = await pushed('localIndex.state', (states) => states[0]?.state === 'current');
    expect(state).toMatchObject({ connectionId, pause: null, isTemporary: true, wasRebuilt: false });
    const find = (text: string) =>
      api.localIndex.findUsers({
        connectionId,
        query: text === '' ? everyUser : { field: 'text', value: text },
        order: newestFirst,
        offset: 0,
        limit: 50,
      });
    const all = await find('');
    expect(all.total).toEqual({ count: state?.users, isExact: true });
    const { items } = await api.localIndex.find({ text: 'read_members', connectionId: null, limit: 5 });
    expect(items).toEqual([{ kind: 'team-permission', connectionId, id: '$read_members', name: '$read_members' }]);
    const { id } = await service.apiKeys.createKeySet({
      ...asProject,
      body: {
        description: 'Night shift',
        expires_at_millis: 4_000_000_000_000,
        has_publishable_client_key: false,
        has_secret_server_key: true,
        has_super_secret_admin_key: false,
      },
    });
    const { secret_server_key } = await service.apiKeys.readKeySet({ ...asProject, params: { api_key_id: id } });
    const keySet = { kind: 'key-set', connectionId, id, name: 'Night shift', keys: { secret_server_key } };
    const findAny = async (text: string) => (await api.localIndex.find({ text, connectionId: null, limit: 5 })).items;
    await expect.poll(() => findAny(`night ${secret_server_key?.last_four}`)).toEqual([keySet]);
    const [first] = all.users;
    await service.users.update({ ...asProject, params: { user_id: first?.id ?? '' }, body: { display_name: 'Zoë Zebra' } });
    await expect.poll(async () => (await find('zoe zeb')).users.map(({ id }) => id)).toEqual([first?.id]);
    await api.connections.remove({ id: connectionId });
    await expect.poll(async () => (await api.localIndex.state({})).value).toEqual([]);
  });

  test('survives a restart with its pause, and goes with its key when it is turned off', async () => {
    const folder = await temporaryFolder();
    const secrets = createLockableStore();
    const first = await launchOpened(folder, { secrets });
    const { connectionId } = first;
    await first.api.localIndex.turnOn({ connectionId });
    const [filled] = await first.pushed('localIndex.state', (states) => states[0]?.state === 'current');
    await first.api.localIndex.pause({ connectionId });
    const { indexes } = JSON.parse(await readFile(join(folder, 'library.json'), 'utf8')).data as LibraryData;
    await first.close();

    const second = await launchApp(folder, { secrets });
    // The next pass may have started before it was paused.
    const { users, teams } = filled ?? {};
    const expected = { connectionId, users, teams, pause: 'user', isTemporary: false, wasRebuilt: false };
    await expect.poll(async () => (await second.api.localIndex.state({})).value, { timeout: 10_000 }).toMatchObject([expected]);
    expect(await readdir(join(folder, 'library'))).toContain(`index-${indexes[0]?.name}.db`);
    expect(await secrets.get(indexes[0]?.item ?? '')).toMatch(/^[0-9a-f]{64}$/);
    await second.api.localIndex.turnOff({ connectionId });
    expect(await readdir(join(folder, 'library'))).toEqual([]);
    expect(await secrets.get(indexes[0]?.item ?? '')).toBeNull();
    const gone = second.api.localIndex.countUsers({ connectionId, queries: [everyUser] });
    expect(await reportOf(gone)).toMatchObject({ code: 'object-gone' });
  });

  test('forgets a user who is erased through another connection to the project', async () => {
    const { api, connectionId, pushed } = await releaseApp('2.8.109', ['server'], { spawnWorker: startLibraryInProcess });
    const { id: copy } = await api.connections.duplicate({ id: connectionId });
    await api.localIndex.turnOn({ connectionId: copy });
    const [state] = await pushed('localIndex.state', (states) => states[0]?.state === 'current');
    await api.localIndex.pause({ connectionId: copy });
    const all = { connectionId: copy, query: everyUser, order: newestFirst, offset: 0, limit: 1 };
    const userId = (await api.localIndex.findUsers(all)).users[0]?.id ?? '';
    await api.localIndex.erase({ connectionId, userId });
    expect((await api.localIndex.findUsers(all)).total).toEqual({ count: (state?.users ?? 0) - 1, isExact: true });
    // Without any index, there is nothing to do.
    await api.localIndex.turnOff({ connectionId: copy });
    await api.localIndex.erase({ connectionId, userId });
  });
});
