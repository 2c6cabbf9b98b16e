import { describe, expect, test } from 'vitest';
import { createWatchScene, day, emailOf, keyOf, minute, type WatchScene, watchedConnection } from '#tests/support/main/watch-scene.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

/** The time of day that is this many minutes later. */
function timeIn(scene: WatchScene, minutes: number): string {
  const date = new Date(scene.clock.now() + minutes * minute);
  return `${String(date.getHours()).padStart(2, '0')}:${String(date.getMinutes()).padStart(2, '0')}`;
}

const titles = (scene: WatchScene) => scene.notifications.map(({ title }) => title);

/** A watch with a digest in an hour, and two findings. */
async function setUp(folder: string) {
  const scene = createWatchScene(folder);
  await scene.check();
  scene.change({ watchDigest: timeIn(scene, 60) });
  Object.assign(scene.lists, { emails: [emailOf('e', 'no')], keySets: [keyOf('k', scene.clock.now() + 20 * day)] });
  await scene.check();
  return scene;
}

describe('the daily digest', () => {
  test('is one notification at its time, about what was found since the last one', async () => {
    const scene = await setUp(await temporaryFolder());
    expect([scene.kinds().length, titles(scene)]).toEqual([2, []]);
    await scene.pass(59 * minute);
    expect(titles(scene)).toEqual([]);
    await scene.pass(minute);
    expect(scene.notifications).toMatchObject([
      {
        title: 'Daily digest: 2 things need your attention',
        body: 'Engines: 1 email wasn’t delivered\nEngines: Project keys expire within 30 days',
      },
    ]);
    scene.lists.emails = [emailOf('e', 'no'), emailOf('f', 'no')];
    await scene.pass(60 * minute);
    expect(titles(scene)).toHaveLength(1);
    await scene.pass(day);
    expect(titles(scene).slice(1)).toEqual(['Daily digest: 1 thing needs your attention']);
  });

  test('isn’t shown if nothing was found, or what was found is resolved or dismissed', async () => {
    const scene = await setUp(await temporaryFolder());
    scene.lists.keySets = [];
    await scene.watch.handlers.watch.dismiss({ id: 'failed-emails:c' }, { windowId: 'w' });
    await scene.pass(3 * day);
    expect(titles(scene)).toEqual([]);
  });

  test('follows after a restart, also one that took the time of the digest', async () => {
    const folder = await temporaryFolder();
    const scene = await setUp(folder);
    const time = timeIn(scene, 60);
    await scene.watch.close();
    const restarted = createWatchScene(folder, { settings: { watchDigest: time } });
    restarted.clock.setDate(scene.clock.now() + 90 * minute);
    restarted.lists.emails = scene.lists.emails;
    restarted.lists.keySets = scene.lists.keySets;
    await restarted.check();
    expect(titles(restarted)).toEqual(['Daily digest: 2 things need your attention']);
  });

  test('is shown by one of two processes', async () => {
    const folder = await temporaryFolder();
    const one = await setUp(folder);
    const other = createWatchScene(folder, { settings: { watchDigest: timeIn(one, 60) } });
    Object.assign(other.lists, { emails: one.lists.emails, keySets: one.lists.keySets });
    await other.check();
    await Promise.all([one.pass(61 * minute), other.pass(61 * minute)]);
    expect(one.notifications.length + other.notifications.length).toBe(1);
  });

  test('follows a machine that slept through it, and a clock that was set back', async () => {
    const scene = await setUp(await temporaryFolder());
    scene.clock.setDate(scene.clock.now() + 5 * 60 * minute);
    await scene.pass(5 * minute);
    expect(titles(scene)).toHaveLength(1);
    scene.clock.setDate(scene.clock.now() - 300 * day);
    scene.lists.emails = [emailOf('e', 'no'), emailOf('f', 'no')];
    await scene.check();
    await scene.pass(day + 10 * minute);
    expect(titles(scene)).toHaveLength(2);
  });

  test('names no one while the app is locked, and in privacy mode', async () => {
    const scene = await setUp(await temporaryFolder());
    scene.lock(true);
    await scene.pass(60 * minute);
    expect(scene.notifications).toMatchObject([{ body: '1 email wasn’t delivered\nProject keys expire within 30 days' }]);
  });

  test('waits for an unlocked page in the browser host', async () => {
    const folder = await temporaryFolder();
    const scene = createWatchScene(folder, { inBrowser: true });
    await scene.check();
    scene.change({ watchDigest: timeIn(scene, 60) });
    scene.lists.keySets = [keyOf('k', scene.clock.now() + 20 * day)];
    await scene.check();
    scene.lock(true);
    await scene.pass(70 * minute);
    const notified = () => scene.pushes.filter(({ name }) => name === 'watch.notified').map(({ value }) => value);
    expect(notified()).toEqual([]);
    scene.lock(false);
    await scene.check();
    expect(notified()).toMatchObject([{ findingIds: ['key-set:c:k'], isDigest: true }]);
  });

  test('that is turned off tells at once what it would have told', async () => {
    const scene = await setUp(await temporaryFolder());
    scene.change({ watchDigest: null });
    await scene.pass(minute);
    expect(titles(scene)).toEqual(['2 things need your attention']);
  });
});

describe('rules of a connection', () => {
  const withRules = (watchRules: NonNullable<typeof watchedConnection.watchRules>) => ({ ...watchedConnection, watchRules });

  test('turn a kind off that is on, with its findings, and on again', async () => {
    const scene = createWatchScene(await temporaryFolder());
    scene.lists.keySets = [keyOf('k', scene.clock.now() + day)];
    await scene.check();
    expect(scene.kinds()).toEqual(['key-set']);
    scene.setConnections([withRules({ keys: false })]);
    expect(scene.kinds()).toEqual([]);
    scene.requests.length = 0;
    await scene.check();
    expect(scene.requests).not.toContain('keySets');
    scene.setConnections([watchedConnection]);
    await scene.pass(minute);
    expect(scene.kinds()).toEqual(['key-set']);
  });

  test('turn a kind on that is off', async () => {
    const scene = createWatchScene(await temporaryFolder(), { settings: { watchEmails: false } });
    scene.setConnections([withRules({ emails: true }), { ...watchedConnection, id: 'd' }]);
    await scene.check();
    expect(scene.requests.filter((name) => name === 'emails')).toHaveLength(1);
  });

  test('don’t count for a kind that a policy locks', async () => {
    const scene = createWatchScene(await temporaryFolder());
    scene.setConnections([withRules({ emails: false, keys: false })]);
    scene.lockByPolicy(['watchEmails']);
    await scene.check();
    expect(scene.requests).toContain('emails');
    expect(scene.requests).not.toContain('keySets');
  });
});

test('a jump of sign-ups is told once for each day, also while its number grows', async () => {
  const scene = createWatchScene(await temporaryFolder());
  const usual = Array.from({ length: 30 }, () => 10);
  scene.lists.signUps = [...usual, 12];
  await scene.pass(minute);
  for (const today of [60, 90]) {
    scene.lists.signUps = [...usual, today];
    for (let times = 0; times < 7; times += 1) await scene.pass(10 * minute);
  }
  expect(scene.notifications).toMatchObject([{ title: '60 sign-ups in a day instead of about 10', body: 'Engines' }]);
  expect(scene.state().findings).toMatchObject([{ kind: 'sign-ups', count: 90, usual: 10 }]);
});
