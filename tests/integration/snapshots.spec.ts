import { describe, expect, test } from 'vitest';
import type { EndedStep, ShownCreateAgain } from '#contract/bridge/snapshots.ts';
import { eventually } from '../support/eventually';
import { startLibraryInProcess } from '../support/main/library-in-process';
import { openedRelease } from '../support/main/release-app';
import { createFakeWorkers, reportOf } from '../support/main/test-ports';

const spawnWorker = (name: string, args: readonly string[]) =>
  name === 'library-worker' ? startLibraryInProcess() : createFakeWorkers().spawnWorker(name as 'sandbox-worker', args);

type Launched = Awaited<ReturnType<typeof openedRelease>>;

const opened = (release: string) => openedRelease(release, { spawnWorker });

/** Makes all steps that aren't skipped or done, as the dialog does. */
async function createAgain({ api, connectionId }: Launched, id: string) {
  const plan = await api.snapshots.plan({ id });
  const { runId } = await api.snapshots.start({ connectionId, id });
  const results: Record<string, EndedStep> = {};
  for (const { id: step, skip, result } of plan.steps)
    if (skip === null && result !== 'done') results[step] = await api.snapshots.step({ runId, step, repeated: false });
  return { plan, runId, results, newId: Object.values(results).at(-1)?.newId ?? '' };
}

const stepsOf = ({ steps }: ShownCreateAgain) => steps.map(({ id, skip }) => (skip === null ? id : `${id} (${skip})`));

/** Creates a user with everything that a snapshot keeps. */
async function richUser({ service, asProject }: Launched, isLater: boolean) {
  const team = async (name: string) => (await service.teams.create({ ...asProject, body: { display_name: name } })).id;
  const [one, two] = [await team('Analytics'), await team('Bernoulli')];
  const user = await service.users.create({
    ...asProject,
    body: {
      display_name: 'Grace Hopper',
      primary_email: 'grace@navy.example',
      primary_email_verified: true,
      primary_email_auth_enabled: true,
      client_metadata: { plan: 'gold' },
      client_read_only_metadata: { since: 1952 },
      server_metadata: { crm: 'c-9', api_key: 'hush', tags: ['a'] },
      oauth_providers: [{ id: 'github', account_id: 'gh-1', email: 'grace@github.example' }],
      password: 'correct horse battery',
    },
  });
  const params = { user_id: user.id };
  await service.contactChannels.create({
    ...asProject,
    body: { user_id: user.id, type: 'email', value: 'second@navy.example', used_for_auth: false, is_verified: true },
  });
  for (const team_id of [one, two]) await service.teams.addMember({ ...asProject, params: { team_id, ...params }, body: {} });
  await service.permissions.grantInTeam({
    ...asProject,
    params: { team_id: one, ...params, permission_id: '$delete_team' },
    body: {},
  });
  await service.permissions.createProjectDefinition({ ...asProject, body: { id: 'publish' } });
  await service.permissions.grantInProject({ ...asProject, params: { ...params, permission_id: 'publish' }, body: {} });
  await service.users.update({ ...asProject, params, body: { selected_team_id: one } });
  if (isLater) {
    const { items } = await service.emails.notificationPreferences({ ...asProject, params });
    const category = items.find(({ can_disable }) => can_disable)?.notification_category_id ?? '';
    await service.emails.setNotificationPreference({
      ...asProject,
      params: { ...params, category_id: category },
      body: { enabled: false },
    });
    const known = await service.users.read({ ...asProject, params });
    if ('restricted_by_admin' in known)
      await service.users.update({ ...asProject, params, body: { restricted_by_admin: true, restricted_by_admin_reason: 'Spam' } });
  }
  return { id: user.id, one, two };
}

/** Everything of a user that can be compared with that of another one. */
async function stateOf({ service, asProject }: Launched, user_id: string, isLater: boolean) {
  const params = { user_id };
  const [user, channels, teams, inTeams, inProject] = await Promise.all([
    service.users.read({ ...asProject, params }),
    service.contactChannels.list({ ...asProject, query: params }),
    service.teams.list({ ...asProject, query: params }),
    service.permissions.inTeams({ ...asProject, query: params }),
    service.permissions.inProject({ ...asProject, query: params }),
  ]);
  const later = isLater
    ? {
        preferences: (await service.emails.notificationPreferences({ ...asProject, params })).items.map(({ enabled }) => enabled),
        accounts: (await service.oauth.providers({ ...asProject, query: params })).items.map((account) => ({
          ...account,
          id: '',
          user_id: '',
        })),
      }
    : {};
  const { id: _id, signed_up_at_millis: _at, last_active_at_millis: _active, has_password: _password, ...rest } = user;
  return {
    user: { ...rest, auth_with_email: null, server_metadata: { ...(rest.server_metadata as object), api_key: undefined } },
    channels: channels.items
      .map(({ id: _channel, user_id: _owner, ...channel }) => channel)
      .toSorted((a, b) => a.value.localeCompare(b.value)),
    teams: teams.items.map(({ id }) => id).toSorted(),
    inTeams: inTeams.items.map(({ id, team_id }) => `${team_id} ${id}`).toSorted(),
    inProject: inProject.items.map(({ id }) => id).toSorted(),
    ...later,
  };
}

describe.each(['2.8.4', '2.8.109'])('release %s', (release) => {
  const isLater = release !== '2.8.4';

  test('a deleted user comes back with everything but what is lost, once', async () => {
    const launched = await opened(release);
    const { api, service, asProject, connectionId } = launched;
    const { id, one } = await richUser(launched, isLater);
    const before = await stateOf(launched, id, isLater);
    await service.users.delete({ ...asProject, params: { user_id: id }, snapshot: 'keep' });
    const [kept] = await api.snapshots.list({ connectionId });
    expect(kept).toMatchObject({
      kind: 'user',
      targetId: id,
      displayName: 'Grace Hopper',
      primaryEmail: 'grace@navy.example',
      deletion: 'done',
      newId: null,
    });
    await eventually(async () =>
      expect((await api.journal.list({ filter: { endpoint: 'users.delete' }, limit: 1 })).entries[0]?.seq).toBe(kept?.seq),
    );
    expect(await api.snapshots.ofEntry({ seq: kept?.seq ?? 0 })).toEqual(kept);

    const { plan, results, newId, runId } = await createAgain(launched, kept?.id ?? '');
    expect(plan.obstacle).toBeNull();
    expect(plan.losses).toEqual(['id', 'dates', 'password', 'sessions', 'api-keys', 'team-profiles', 'secrets']);
    expect(stepsOf(plan)).toContain(`team:${one}`);
    expect(Object.values(results).map(({ result, error }) => [result, error])).toEqual(Object.values(results).map(() => ['done', null]));
    expect(newId).not.toBe(id);
    expect(await stateOf(launched, newId, isLater)).toEqual(before);

    // Nothing is made twice, by this window or after a restart.
    expect(await api.snapshots.step({ runId, step: 'create', repeated: true })).toEqual({ result: 'done', newId, error: null });
    expect((await api.snapshots.plan({ id: kept?.id ?? '' })).steps.every(({ result }) => result === 'done')).toBe(true);
    const entries = (await api.journal.list({ filter: {}, limit: 50 })).entries.filter(({ undoes }) => undoes === kept?.seq);
    // Every step is linked with the deletion, and that with the creation.
    expect(entries.map(({ endpoint }) => endpoint)).toEqual(expect.arrayContaining(['users.create', 'teams.addMember', 'users.update']));
    const creation = entries.find(({ endpoint }) => endpoint === 'users.create');
    expect((await api.journal.read({ seq: kept?.seq ?? 0 }))?.undoneBy).toBe(creation?.seq);
    expect(JSON.stringify(launched.sentToWindows.filter((text) => text.includes('snapshot')))).not.toContain('hush');
  });

  test('says why something doesn’t come back', async () => {
    const launched = await opened(release);
    const { api, service, asProject, connectionId } = launched;
    const { id, one, two } = await richUser(launched, isLater);
    await service.users.delete({ ...asProject, params: { user_id: id } });
    await service.teams.delete({ ...asProject, params: { id: two }, snapshot: 'none' });
    await service.users.create({
      ...asProject,
      body: { display_name: 'Another', primary_email: 'grace@navy.example', primary_email_auth_enabled: true },
    });
    const [kept, ...others] = await api.snapshots.list({ connectionId });
    expect(others).toEqual([]);
    const { plan, results, newId } = await createAgain(launched, kept?.id ?? '');
    expect(stepsOf(plan)).toEqual(expect.arrayContaining(['primary-email (email-used)', `team:${two} (team-gone)`, `team:${one}`]));
    expect(Object.values(results).every(({ result }) => result === 'done')).toBe(true);
    const again = await stateOf(launched, newId, isLater);
    expect(again.user.primary_email).toBeNull();
    expect(again.teams).toEqual([one]);
  });

  test('a deleted team comes back with its members', async () => {
    const launched = await opened(release);
    const { api, service, asProject, connectionId } = launched;
    const { id, one } = await richUser(launched, isLater);
    await service.teams.invite({
      ...asProject,
      body: { team_id: one, email: 'new@navy.example', callback_url: 'http://localhost:3000/handler/team-invitation' },
    });
    await service.teams.update({ ...asProject, params: { id: one }, body: { server_metadata: { tier: 2 } } });
    const read = async (team_id: string) => {
      const { id: _id, created_at_millis: _at, ...team } = await service.teams.read({ ...asProject, params: { id: team_id } });
      const { items } = await service.permissions.inTeams({ ...asProject, query: { team_id } });
      return { team, grants: items.map((grant) => `${grant.user_id} ${grant.id}`).toSorted() };
    };
    const before = await read(one);
    await service.teams.delete({ ...asProject, params: { id: one } });
    const [kept] = await api.snapshots.list({ connectionId, targetId: one });
    const { plan, newId } = await createAgain(launched, kept?.id ?? '');
    expect(plan.invitations).toEqual(['new@navy.example']);
    expect(stepsOf(plan)).toEqual(['create', `member:${id}`]);
    expect(await read(newId)).toEqual(before);
    const creation = (await api.journal.list({ filter: { endpoint: 'teams.create' }, limit: 1 })).entries[0];
    expect((await api.journal.read({ seq: kept?.seq ?? 0 }))?.undoneBy).toBe(creation?.seq);
  });

  test('a member’s own team comes back with the member alone where there is no key', async () => {
    const launched = await opened(release);
    const { api, service, asAccount, connectionId } = launched;
    await api.connections.edit({ id: connectionId, change: { keys: { server: null, admin: null } } });
    const { id } = await service.teams.create({ ...asAccount, body: { display_name: 'Own', creator_user_id: 'me' } });
    await service.teams.delete({ ...asAccount, params: { id } });
    const [kept] = await api.snapshots.list({ connectionId });
    const { plan, newId } = await createAgain(launched, kept?.id ?? '');
    expect(stepsOf(plan)).toEqual(['create']);
    expect(await service.teams.read({ ...asAccount, params: { id: newId } })).toMatchObject({ display_name: 'Own' });
  });
});

test('a user who still exists, a missing key, and another project are reported', async () => {
  const launched = await opened('2.8.109');
  const { api, service, asProject, connectionId } = launched;
  const { id } = await service.users.create({ ...asProject, body: { display_name: 'A' } });
  await service.users.delete({ ...asProject, params: { user_id: id } });
  const [kept] = await api.snapshots.list({ connectionId });
  await api.connections.edit({ id: connectionId, change: { keys: { server: null, admin: null } } });
  expect(await api.snapshots.plan({ id: kept?.id ?? '' })).toMatchObject({ obstacle: 'no-key' });
  await api.connections.remove({ id: connectionId });
  expect(await reportOf(api.snapshots.plan({ id: kept?.id ?? '' }))).toMatchObject({
    code: expect.stringMatching(/object-gone|unknown-connection/),
  });
});
