import { describe, expect, test } from 'vitest';
import { caller, createWatchScene, day, emailOf, invitationOf, keyOf, sessionIn, team } from '#tests/support/main/watch-scene.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { checkEveryMillis, firstCheckMillis } from './schedule';

describe('the first check', () => {
  test('is silent about what is there already, except for keys about to expire', async () => {
    const scene = createWatchScene(await temporaryFolder());
    const soon = scene.clock.now() + 3 * day;
    Object.assign(scene.lists, {
      emails: [emailOf('old', 'refused')],
      keySets: [keyOf('k', soon)],
      sessions: [sessionIn('GB', true), sessionIn('FR')],
      teams: [team],
      invitations: [invitationOf('i', scene.clock.now() + 1_000)],
    });
    await scene.check();
    expect([...scene.kinds()].sort()).toEqual(['invitation', 'key-set']);
    expect(scene.notifications).toMatchObject([{ title: 'Project keys expire within 7 days', body: 'Engines: Key k' }]);
    expect(scene.state().checkedAtMillis).toBe(scene.clock.now());
  });

  test('comes soon after the start, and later ones follow', async () => {
    const scene = createWatchScene(await temporaryFolder());
    await scene.pass(firstCheckMillis - 1);
    expect(scene.requests).toEqual([]);
    await scene.pass(1);
    expect(scene.requests).toEqual(['emails', 'keySets', 'signUps', 'sessions', 'userKeys', 'own', 'teams']);
    // The metrics are read once an hour.
    await scene.pass(checkEveryMillis);
    expect(scene.requests).toHaveLength(13);
  });
});

test.each([
  ['an email that failed', { emails: [emailOf('e', 'refused')] }, '1 email wasn’t delivered', 'Engines'],
  ['two of them', { emails: [emailOf('e', 'no'), emailOf('f', 'no')] }, '2 emails weren’t delivered', 'Engines'],
  ['a session in another country', { sessions: [sessionIn('GB', true), sessionIn('JP')] }, 'Session from a new country', 'Engines: Japan'],
  ['an API key', { userKeys: [keyOf('k', day)] }, 'API key expires within a day', 'Engines: Key k'],
  ['a team’s API key', { teams: [team], teamKeys: [keyOf('k', 9 * day)] }, 'Team API key expires within 30 days', 'Engines: Key k'],
  [
    'an invitation',
    { teams: [team], invitations: [invitationOf('i', day)] },
    'Team invitation expires within a day',
    'Engines: i@x.example',
  ],
  [
    'one to the user',
    { own: [{ ...invitationOf('i', day), team_display_name: 'Difference' }] },
    'An invitation to you expires within a day',
    'Engines: Difference',
  ],
])('%s is notified of once', async (_what, lists, title, body) => {
  const scene = createWatchScene(await temporaryFolder());
  Object.assign(scene.lists, { sessions: [sessionIn('GB', true)], teams: [team] });
  await scene.check();
  const expiring = (items: unknown[]) =>
    items.map((item) => ({
      ...(item as object),
      ...('expires_at_millis' in (item as object)
        ? { expires_at_millis: scene.clock.now() + (item as { expires_at_millis: number }).expires_at_millis }
        : {}),
    }));
  for (const [name, items] of Object.entries(lists)) Object.assign(scene.lists, { [name]: expiring(items as unknown[]) });
  await scene.check();
  await scene.check();
  expect(scene.notifications).toMatchObject([{ title, body }]);
  expect(scene.kinds()).toHaveLength(1);
});

test('several findings are one notification, which names no one in privacy mode', async () => {
  const scene = createWatchScene(await temporaryFolder());
  await scene.check();
  Object.assign(scene.lists, {
    emails: [emailOf('e', 'no')],
    keySets: [keyOf('k', scene.clock.now() + day), keyOf('l', scene.clock.now() + day)],
  });
  await scene.check();
  expect(scene.notifications).toMatchObject([
    { title: '3 things need your attention', body: '1 email wasn’t delivered\nProject keys expire within a day' },
  ]);
  scene.change({ privacyMode: true });
  Object.assign(scene.lists, { userKeys: [keyOf('m', scene.clock.now() + day)] });
  await scene.check();
  expect(scene.notifications[1]).toMatchObject({ title: 'API key expires within a day', body: '' });
});

test('a key is notified of at 30, 7, and 1 days, and no longer once it is revoked', async () => {
  const scene = createWatchScene(await temporaryFolder(), {
    settings: { watchEmails: false, watchSessions: false, watchInvitations: false },
  });
  const expires = scene.clock.now() + 40 * day;
  scene.lists.userKeys = [keyOf('k', expires)];
  for (let days = 40; days >= 0; days -= 1) {
    await scene.check();
    scene.clock.setDate(scene.clock.now() + day);
  }
  expect(scene.notifications.map(({ title }) => title)).toEqual(
    ['30 days', '7 days', 'a day'].map((time) => `API key expires within ${time}`),
  );
  expect(scene.kinds()).toEqual([]);
  scene.clock.setDate(expires - day);
  await scene.check();
  expect(scene.kinds()).toEqual(['api-key']);
  scene.lists.userKeys = [keyOf('k', expires, { manually_revoked_at_millis: 1 })];
  await scene.check();
  expect([scene.kinds(), scene.notifications.length]).toEqual([[], 3]);
});

test('what the user changes in the app is checked again at once, and only where something was found', async () => {
  const scene = createWatchScene(await temporaryFolder());
  scene.lists.keySets = [keyOf('k', scene.clock.now() + day)];
  await scene.check();
  scene.lists.keySets = [];
  scene.requests.length = 0;
  scene.write('users.update');
  await scene.pass(5_000);
  expect(scene.requests).toEqual([]);
  scene.write('apiKeys.updateKeySet');
  scene.write('apiKeys.updateKeySet');
  await scene.pass(1_000);
  expect([scene.requests.filter((name) => name !== 'teams'), scene.kinds()]).toEqual([['keySets'], []]);
});

test('a failure is resolved when a later email to the same recipient was delivered', async () => {
  const scene = createWatchScene(await temporaryFolder());
  await scene.check();
  scene.lists.emails = [emailOf('e', 'no'), emailOf('f', 'no')];
  await scene.check();
  expect(scene.state().findings).toMatchObject([{ count: 2 }]);
  scene.lists.emails = [...(scene.lists.emails as unknown[]), emailOf('g', null, { to: ['e@x.example'], sent_at_millis: 2 })];
  await scene.check();
  expect(scene.state().findings).toMatchObject([{ count: 1 }]);
});

describe('dismissing', () => {
  test('hides a finding until something new happens, also after a restart', async () => {
    const folder = await temporaryFolder();
    const scene = createWatchScene(folder);
    await scene.check();
    scene.lists.emails = [emailOf('e', 'no')];
    await scene.check();
    await scene.watch.handlers.watch.dismiss({ id: 'failed-emails:c' }, caller);
    expect(scene.kinds()).toEqual([]);
    const restarted = createWatchScene(folder);
    restarted.lists.emails = [emailOf('e', 'no')];
    await restarted.check();
    expect([restarted.kinds(), restarted.notifications]).toEqual([[], []]);
    restarted.lists.emails = [emailOf('e', 'no'), emailOf('f', 'no')];
    await restarted.check();
    expect(restarted.state().findings).toMatchObject([{ kind: 'failed-emails', count: 1 }]);
    expect(restarted.notifications).toHaveLength(1);
  });

  test('a country remembers it for the list of sessions, which in turn removes the finding', async () => {
    const scene = createWatchScene(await temporaryFolder());
    scene.lists.sessions = [sessionIn('GB', true)];
    await scene.check();
    scene.lists.sessions = [sessionIn('GB', true), sessionIn('JP'), sessionIn('FR')];
    await scene.check();
    expect(scene.kinds()).toEqual(['new-country', 'new-country']);
    await scene.watch.handlers.watch.dismiss({ id: 'new-country:a:JP' }, caller);
    expect(scene.pushes.at(-1)).toMatchObject({ name: 'viewState.sharedWritten', value: { scope: 'c', value: ['GB', 'JP'] } });
    scene.watch.follow({
      name: 'viewState.sharedWritten',
      revision: 9,
      value: { scope: 'c', key: 'sessions.countries.a', value: ['GB', 'JP', 'FR'] },
    });
    expect(scene.kinds()).toEqual([]);
  });

  test('an unknown finding does nothing', async () => {
    const scene = createWatchScene(await temporaryFolder());
    expect(await scene.watch.handlers.watch.dismiss({ id: 'failed-emails:nowhere' }, caller)).toBeNull();
  });
});
