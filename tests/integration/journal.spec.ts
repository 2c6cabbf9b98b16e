import { expect, test } from 'vitest';
import { launchOpened } from '../support/main/launch-app';
import { reportOf } from '../support/main/test-ports';
import { temporaryFolder } from '../support/temporary-folder';

test('an entry has the old value and the names, for one read at most, and none of a write that was refused', async () => {
  const { api, service, connectionId, asProject, exchanges } = await launchOpened(await temporaryFolder());
  const { items: teams } = await service.teams.list({ ...asProject, query: {} });
  const team = teams[0];
  const { items: members } = await service.teams.profiles({ ...asProject, query: { team_id: team?.id ?? '' } });
  const [, member] = members;
  const params = { team_id: team?.id ?? '', user_id: member?.user_id ?? '' };
  const own = member && 'user' in member ? (member.user as { display_name: string }).display_name : '';
  const sentBy = async (run: () => Promise<unknown>) => {
    const before = exchanges.length;
    await run();
    return exchanges.slice(before).map(({ request }) => `${request.method} ${new URL(request.url).pathname.split('/')[3]}`);
  };
  const last = async () => (await api.journal.list({ filter: {}, limit: 1 })).entries[0];

  expect(await sentBy(() => service.teams.removeMember({ ...asProject, params }))).toEqual([
    'GET team-permissions',
    'DELETE team-memberships',
  ]);
  expect(await last()).toMatchObject({
    endpoint: 'teams.removeMember',
    personal: { names: { user: own, team: team?.display_name }, before: { items: expect.any(Array) } },
  });

  const user = { params: { user_id: params.user_id } };
  await service.users.read({ ...asProject, ...user });
  const rename = (display_name: string) => service.users.update({ ...asProject, ...user, body: { display_name } });
  expect(await sentBy(() => rename('New name'))).toEqual(['PATCH users']);
  expect(await last()).toMatchObject({
    personal: { names: { user: own }, before: { display_name: own }, request: { body: { display_name: 'New name' } } },
  });

  await api.connections.edit({ id: connectionId, change: { safety: 'confirm-writes' } });
  expect(await sentBy(async () => expect(await reportOf(rename('Other'))).toMatchObject({ code: 'confirmation-required' }))).toEqual([]);
  expect(await last()).toMatchObject({ personal: { request: { body: { display_name: 'New name' } } } });
});
