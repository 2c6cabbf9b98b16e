import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { ErrorReport } from '#contract/errors.ts';
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

test('with such a policy, a change on production needs a note, which its entry has', async () => {
  const policyPlace = { file: join(await temporaryFolder(), 'latchkey', 'policy.json'), ownerId: process.getuid?.() ?? null };
  await mkdir(dirname(policyPlace.file), { mode: 0o755 });
  await writeFile(policyPlace.file, JSON.stringify({ version: 1, required: ['journal', 'production-note'] }), { mode: 0o644 });
  const { api, service, connectionId, asProject } = await launchOpened(await temporaryFolder(), { policyPlace });
  const { items } = await service.users.list({ ...asProject, query: { limit: 1 } });
  const rename = (display_name: string) =>
    service.users.update({ ...asProject, params: { user_id: items[0]?.id ?? '' }, body: { display_name } });
  await rename('On development');
  await api.connections.edit({ id: connectionId, change: { environment: 'production', safety: 'normal' } });
  const { confirmation } = (await reportOf(rename('On production'))) as ErrorReport;
  expect(confirmation).toMatchObject({ kind: 'confirm', asksNote: true });
  expect(await reportOf(api.safety.confirm({ id: confirmation?.id ?? '', note: ' ' }))).toMatchObject({ code: 'bad-input' });
  await api.safety.confirm({ id: confirmation?.id ?? '', note: 'Ticket 7' });
  await rename('On production');
  const { entries } = await api.journal.list({ filter: { endpoint: 'users.update' }, limit: 9 });
  expect(entries.map(({ note }) => note?.text ?? null)).toEqual(['Ticket 7', null]);
});
