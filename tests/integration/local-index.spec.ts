import { describe, expect, test } from 'vitest';
import { everyUser, newestFirst } from '#contract/query/user-query.ts';
import { launchOpened } from '../support/main/launch-app';
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
    const [first] = all.users;
    await service.users.update({ ...asProject, params: { user_id: first?.id ?? '' }, body: { display_name: 'Zoë Zebra' } });
    await expect.poll(async () => (await find('zoe zeb')).users.map(({ id }) => id)).toEqual([first?.id]);
    await api.connections.remove({ id: connectionId });
    await expect.poll(async () => (await api.localIndex.state({})).value).toEqual([]);
  });
});
