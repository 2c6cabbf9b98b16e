/** Undoing a job that removed members: they become members again, with the permissions that they had. */
import { expect, test } from 'vitest';
import { createTestSandbox } from '#sandbox/testing/test-sandbox.ts';
import { type Fate, jobScene, statesOf } from '#tests/support/main/jobs-scene.ts';

const refusedKey = () =>
  Response.json(
    { code: 'INVALID_SECRET_SERVER_KEY', error: 'No.' },
    { headers: { 'x-stack-known-error': 'INVALID_SECRET_SERVER_KEY', 'x-stack-actual-status': '401' } },
  );

/** Two of three members of a team were removed by a job, whose undo is previewed. */
async function removed() {
  const sandbox = await createTestSandbox({ users: 12 });
  const scene = await jobScene(sandbox);
  const own = scene.process();
  const ids = (await sandbox.call('server', 'GET', '/users')).items.map(({ id }) => String(id));
  const teamId = String((await sandbox.call('server', 'POST', '/teams', { display_name: 'Difference' })).json.id);
  const members = ids.slice(0, 3);
  for (const id of members) {
    await sandbox.call('server', 'POST', `/team-memberships/${teamId}/${id}`, {});
    for (const permission of ['$update_team', '$read_members'])
      await sandbox.call('server', 'POST', `/team-permissions/${teamId}/${id}/${permission}`, {});
  }
  const id = await own.start({ kind: 'users.removeFromTeam', teamId }, members.slice(0, 2));
  await own.run(id);
  const granted = async (user: string) => {
    const { items } = await sandbox.call('server', 'GET', `/team-permissions?team_id=${teamId}&user_id=${user}`);
    return items.map((item) => String(item.id)).sort();
  };
  return { ...scene, own, sandbox, teamId, members, undo: await own.previewUndo(id), granted };
}

test('grants nothing to a user whom an admin has added again since', async () => {
  const { own, sandbox, teamId, members, undo, granted } = await removed();
  const [one = '', two = ''] = members;
  await sandbox.call('server', 'POST', `/team-memberships/${teamId}/${one}`, {});
  await own.begin(undo);
  await own.run(undo.id);
  expect(statesOf(await own.rows(undo.id))).toEqual(['skipped changed', 'done']);
  expect([await granted(one), await granted(two)]).toEqual([['member'], ['$read_members', '$update_team', 'member']]);
});

test.each<[string, string, Fate]>([
  ['the membership', '/team-memberships/', 'lost-response'],
  ['a permission', '/team-permissions/', 'lost-response'],
  ['a permission that the service doesn’t get', '/team-permissions/', new Response('Service unavailable', { status: 503 })],
])('goes on after no response came to %s', async (_what, path, fate) => {
  const { own, service, members, undo, granted } = await removed();
  let isLost = false;
  service.fate = ({ method, url }) => {
    if (isLost || method !== 'POST' || !url.includes(path)) return undefined;
    isLost = true;
    return fate;
  };
  await own.begin(undo);
  await own.run(undo.id);
  expect(statesOf(await own.rows(undo.id))).toEqual(['done', 'done']);
  for (const id of members) expect(await granted(id)).toEqual(['$read_members', '$update_team', 'member']);
});

test('grants nothing to a user whom an admin has added again after a try that did nothing', async () => {
  const { own, service, sandbox, teamId, members, undo, granted } = await removed();
  const [one = ''] = members;
  service.fate = ({ method, url }) => (method === 'POST' && url.includes('/team-memberships/') ? refusedKey() : undefined);
  await own.begin(undo);
  await own.run(undo.id);
  expect(statesOf(await own.rows(undo.id))).toEqual(['waiting', 'waiting']);
  service.fate = () => undefined;
  await sandbox.call('server', 'POST', `/team-memberships/${teamId}/${one}`, {});
  await own.request({ op: 'job-set-state', job: undo.id, from: ['active', 'paused'], to: 'active', timeMillis: 0 });
  await own.run(undo.id);
  expect(statesOf(await own.rows(undo.id))).toEqual(['skipped changed', 'done']);
  expect(await granted(one)).toEqual(['member']);
});
