import { describe, expect, test } from 'vitest';
import { fail } from '#contract/errors.ts';
import {
  createWatchScene,
  day,
  emailOf,
  invitationOf,
  keyOf,
  minute,
  refusal,
  sessionIn,
  team,
  watchedAccount,
  watchedConnection,
} from '#tests/support/main/watch-scene.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { firstCheckMillis } from './schedule';

describe('quiet hours', () => {
  const hours = (from: number, to: number) => {
    const text = (minutes: number) => `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
    return { quietHours: { from: text(from), to: text(to) } };
  };

  test('collect what was found, and tell it in one notification at their end', async () => {
    const scene = createWatchScene(await temporaryFolder());
    await scene.check();
    const now = new Date(scene.clock.now());
    const minutes = now.getHours() * 60 + now.getMinutes();
    scene.change(hours(minutes, minutes + 65));
    scene.lists.emails = [emailOf('e', 'no')];
    await scene.pass(30 * minute);
    scene.lists.keySets = [keyOf('k', scene.clock.now() + day / 2)];
    await scene.pass(30 * minute);
    expect([scene.kinds().length, scene.notifications]).toEqual([2, []]);
    await scene.pass(5 * minute);
    expect(scene.notifications).toMatchObject([{ title: '2 things need your attention' }]);
    await scene.pass(day / 24);
    expect(scene.notifications).toHaveLength(1);
  });

  test.each([
    ['turned off', () => null],
    ['ended earlier', (minutes: number) => hours(minutes - 60, minutes).quietHours],
  ])('tell what was found in them at once when they are %s', async (_change, changed) => {
    const scene = createWatchScene(await temporaryFolder());
    await scene.check();
    scene.change(hours(0, 0));
    scene.lists.emails = [emailOf('e', 'no')];
    await scene.check();
    expect(scene.notifications).toEqual([]);
    const now = new Date(scene.clock.now());
    const sent = scene.requests.length;
    scene.change({ quietHours: changed(now.getHours() * 60 + now.getMinutes() + 1_440) });
    await scene.pass(1);
    expect(scene.notifications.map(({ title }) => title)).toEqual(['1 email wasn’t delivered']);
    expect(scene.requests).toHaveLength(sent);
  });

  test('are remembered by a restart, and what was resolved in them isn’t told', async () => {
    const folder = await temporaryFolder();
    const scene = createWatchScene(folder);
    await scene.check();
    scene.change(hours(0, 0));
    Object.assign(scene.lists, { emails: [emailOf('e', 'no')], keySets: [keyOf('k', scene.clock.now() + day)] });
    await scene.check();
    const restarted = createWatchScene(folder);
    restarted.lists.emails = [emailOf('e', 'no')];
    await restarted.check();
    expect([scene.notifications, restarted.notifications.map(({ title }) => title)]).toEqual([[], ['1 email wasn’t delivered']]);
  });
});

describe('switches', () => {
  test.each([
    ['watchEmails', ['emails']],
    ['watchSignUps', ['signUps']],
    ['watchSessions', ['sessions']],
    ['watchInvitations', ['own', 'invitations']],
    ['watchKeys', ['keySets', 'userKeys', 'teamKeys']],
  ] as const)('%s off sends none of its requests and removes its findings', async (name, requests) => {
    const scene = createWatchScene(await temporaryFolder());
    scene.lists.teams = [team];
    await scene.check();
    expect(scene.requests).toEqual(expect.arrayContaining([...requests]));
    const soon = scene.clock.now() + day;
    Object.assign(scene.lists, {
      emails: [emailOf('e', 'no')],
      keySets: [keyOf('k', soon)],
      sessions: [sessionIn('JP')],
      invitations: [invitationOf('i', soon)],
      signUps: [...Array(30).fill(1), 50],
    });
    await scene.pass(61 * minute);
    await scene.check();
    scene.change({ [name]: false });
    scene.requests.length = 0;
    const before = scene.kinds().length;
    await scene.check();
    expect(scene.requests.filter((request) => (requests as readonly string[]).includes(request))).toEqual([]);
    expect(before).toBe(4);
    expect(scene.kinds()).toHaveLength(4);
  });

  test('the whole watch off removes everything, and has no timer', async () => {
    const scene = createWatchScene(await temporaryFolder());
    scene.lists.keySets = [keyOf('k', scene.clock.now() + day)];
    await scene.check();
    scene.change({ watch: false });
    expect([scene.kinds(), scene.clock.waiting]).toEqual([[], 0]);
    scene.requests.length = 0;
    await scene.check();
    await scene.pass(day);
    expect(scene.requests).toEqual([]);
  });
});

describe('sends nothing', () => {
  test('while the app is locked, and continues afterwards', async () => {
    const scene = createWatchScene(await temporaryFolder());
    scene.lock(true);
    await scene.pass(60 * minute);
    await scene.check();
    expect(scene.requests).toEqual([]);
    scene.lock(false);
    await scene.pass(firstCheckMillis);
    expect(scene.requests).not.toEqual([]);
  });

  test('without a network, except to this machine', async () => {
    const scene = createWatchScene(await temporaryFolder());
    scene.online(false);
    await scene.pass(60 * minute);
    expect(scene.requests).toEqual([]);
    scene.setConnections([{ ...watchedConnection, baseUrl: 'http://localhost:8101' }]);
    await scene.check();
    expect(scene.requests).not.toEqual([]);
  });

  test.each([
    ['an impersonated user', { impersonationId: 'i' }],
    ['a session that has ended', { state: 'invalid' as const }],
    ['another connection', { connectionId: 'd' }],
  ])('for an account of %s', async (_what, own) => {
    const scene = createWatchScene(await temporaryFolder());
    scene.setAccounts([{ ...watchedAccount, ...own }]);
    await scene.check();
    expect(scene.requests).toEqual(['emails', 'keySets', 'signUps']);
  });

  test('to a connection without admin access and accounts', async () => {
    const scene = createWatchScene(await temporaryFolder());
    scene.setAccounts([]);
    scene.setConnections([{ ...watchedConnection, credentials: { client: true, server: true, admin: false, owner: null } }]);
    await scene.pass(60 * minute);
    expect([scene.requests, scene.clock.waiting]).toEqual([[], 0]);
  });
});

test('what the service refuses is asked for again after an hour only, and hides nothing else', async () => {
  const scene = createWatchScene(await temporaryFolder());
  scene.lists.emails = refusal('INSUFFICIENT_ACCESS_TYPE');
  scene.lists.keySets = [keyOf('k', scene.clock.now() + day)];
  await scene.pass(firstCheckMillis);
  await scene.pass(50 * minute);
  expect([scene.kinds(), scene.requests.filter((name) => name === 'emails').length]).toEqual([['key-set'], 1]);
  await scene.pass(20 * minute);
  expect(scene.requests.filter((name) => name === 'emails')).toHaveLength(2);
});

test.each([
  ['is broken', fail('service-error', { status: 500 })],
  ['returns something else', fail('bad-response', { path: 'items' })],
])('a list that %s keeps its findings for later, and the others are checked', async (_what, error) => {
  const scene = createWatchScene(await temporaryFolder());
  Object.assign(scene.lists, {
    teams: [team],
    teamKeys: [keyOf('k', scene.clock.now() + day)],
    keySets: [keyOf('l', scene.clock.now() + day)],
  });
  await scene.pass(firstCheckMillis);
  Object.assign(scene.lists, { keySets: error, teams: error, userKeys: [keyOf('m', scene.clock.now() + day)] });
  scene.requests.length = 0;
  await scene.pass(35 * minute);
  expect(scene.kinds()).toEqual(['key-set', 'api-key', 'api-key']);
  expect(scene.requests.filter((name) => name === 'keySets' || name === 'teams')).toHaveLength(2);
});

test.each([
  ['doesn’t respond', fail('unreachable')],
  ['asks to wait', fail('service-error', { status: 429 })],
  ['limits requests', fail('rate-limited')],
])('a service that %s keeps its findings, and is asked less often', async (_what, error) => {
  const scene = createWatchScene(await temporaryFolder());
  scene.lists.keySets = [keyOf('k', scene.clock.now() + day)];
  await scene.pass(firstCheckMillis);
  scene.lists.emails = error;
  scene.requests.length = 0;
  await scene.pass(65 * minute);
  expect(scene.kinds()).toEqual(['key-set']);
  // After 10, 30, and 70 minutes.
  expect(scene.requests.filter((name) => name === 'emails')).toHaveLength(2);
});

test('an account of many teams is checked in turns, and keeps what was found', async () => {
  const scene = createWatchScene(await temporaryFolder(), { settings: { watchInvitations: false } });
  scene.lists.teams = Array.from({ length: 45 }, (_, number) => ({ id: `t${number}`, display_name: 'x' }));
  scene.lists.teamKeys = [keyOf('k', scene.clock.now() + day)];
  for (const requests of [20, 20, 20]) {
    scene.requests.length = 0;
    await scene.check();
    expect(scene.requests.filter((name) => name === 'teamKeys')).toHaveLength(requests);
    expect(scene.kinds()).toEqual(['api-key']);
  }
});

test('a new account and a kind that was turned on are checked soon', async () => {
  const scene = createWatchScene(await temporaryFolder(), { settings: { watchEmails: false } });
  await scene.pass(firstCheckMillis);
  scene.requests.length = 0;
  scene.setAccounts([watchedAccount, { ...watchedAccount, id: 'b', userId: 'v', current: false }]);
  await scene.pass(firstCheckMillis);
  expect(scene.requests.filter((name) => name === 'sessions')).toHaveLength(2);
  scene.requests.length = 0;
  scene.change({ watchEmails: true });
  await scene.pass(firstCheckMillis);
  expect(scene.requests).toContain('emails');
});
