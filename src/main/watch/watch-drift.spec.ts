import { expect, test } from 'vitest';
import type { DriftState } from '#contract/bridge/drift.ts';
import { fail } from '#contract/errors.ts';
import { caller, createWatchScene, minute, watchedConnection } from '#tests/support/main/watch-scene.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

type Compared = Extract<DriftState, { readonly state: 'compared' }>;

const drift = (count: number, own: Partial<Compared> = {}): Compared => ({
  state: 'compared',
  file: 'project.yaml',
  baseMillis: null,
  lookedAtMillis: 1,
  count,
  sections: [],
  changed: null,
  production: null,
  names: null,
  unknown: 0,
  ...own,
});
const production = { wanted: false, present: true };
const titles = (scene: ReturnType<typeof createWatchScene>) => scene.notifications.map(({ title, body }) => `${title} | ${body}`);

/** Long enough for a look, check by check. */
async function pass(scene: ReturnType<typeof createWatchScene>, minutes = 75) {
  for (let passed = 0; passed < minutes; passed += 12.5) await scene.pass(12.5 * minute);
}

async function followed(first: DriftState) {
  const scene = createWatchScene(await temporaryFolder());
  Object.assign(scene.scripted, { drift: first, yardstick: 'file-1' });
  await scene.check();
  return scene;
}

test('a project that starts to differ from its file is notified of once, and again after it was equal by applying', async () => {
  const scene = await followed(drift(0));
  expect(scene.kinds()).toEqual([]);
  scene.scripted.drift = drift(3);
  await pass(scene);
  expect(titles(scene)).toEqual(['Project differs from its file in 3 places | Engines: project.yaml']);
  scene.scripted.drift = drift(4);
  await pass(scene);
  expect(scene.state().findings).toMatchObject([{ kind: 'drift', count: 4, file: 'project.yaml' }]);
  expect(titles(scene)).toHaveLength(1);
  scene.scripted.drift = drift(0, { baseMillis: 7 });
  await pass(scene);
  expect(scene.kinds()).toEqual([]);
  scene.scripted.drift = drift(1, { baseMillis: 7 });
  await pass(scene);
  expect(titles(scene).slice(1)).toEqual(['Project differs from its file in 1 place | Engines: project.yaml']);
});

test('what differs when a file is followed is listed, and isn’t notified of', async () => {
  const scene = await followed(drift(2));
  expect([scene.kinds(), scene.notifications]).toEqual([['drift'], []]);
});

test('production mode that differs too is notified of on its own', async () => {
  const scene = await followed(drift(2));
  scene.scripted.drift = drift(3, { production });
  await pass(scene);
  expect(titles(scene)).toEqual(['Production mode of a project differs, 3 differences in all | Engines: project.yaml']);
});

test('without a file, what was applied last counts', async () => {
  const scene = createWatchScene(await temporaryFolder());
  await scene.check();
  scene.scripted.drift = drift(1, { file: null, baseMillis: 5 });
  await pass(scene);
  expect(titles(scene)).toEqual(['Project differs from what was applied last in 1 place | Engines']);
});

test.each<readonly [string, DriftState]>([
  ['a file that can’t be read', { state: 'unread', problem: { reason: 'missing', name: 'project.yaml' } }],
  ['a project that can’t be compared', { state: 'names', problems: [] }],
])('%s changes nothing of what was found', async (_what, state) => {
  const scene = await followed(drift(2));
  scene.scripted.drift = state;
  await pass(scene);
  expect(scene.kinds()).toEqual(['drift']);
});

test('the project is looked at once an hour, and at once after a change by the user that may have resolved it', async () => {
  const scene = await followed(drift(2));
  await pass(scene, 50);
  expect(scene.scripted.looks).toBe(1);
  scene.scripted.drift = drift(0);
  scene.write('users.update');
  await scene.pass(2_000);
  expect([scene.scripted.looks, scene.kinds()]).toEqual([1, ['drift']]);
  scene.write('projects.update');
  await scene.pass(2_000);
  expect([scene.scripted.looks, scene.kinds()]).toEqual([2, []]);
});

test('nothing is looked at while locked, offline, switched off, or without admin access', async () => {
  const scene = await followed(drift(0));
  const looksAfter = async (change: () => void, undo: () => void) => {
    const before = scene.scripted.looks;
    change();
    await pass(scene, 200);
    undo();
    return scene.scripted.looks - before;
  };
  expect(
    await looksAfter(
      () => undefined,
      () => undefined,
    ),
  ).toBeGreaterThan(1);
  expect(
    await looksAfter(
      () => scene.lock(true),
      () => scene.lock(false),
    ),
  ).toBe(0);
  expect(
    await looksAfter(
      () => scene.online(false),
      () => scene.online(true),
    ),
  ).toBe(0);
  expect(
    await looksAfter(
      () => scene.change({ watchDrift: false }),
      () => scene.change({ watchDrift: true }),
    ),
  ).toBe(0);
  const ruled = { ...watchedConnection, watchRules: { drift: false } };
  expect(
    await looksAfter(
      () => scene.setConnections([ruled]),
      () => scene.setConnections([watchedConnection]),
    ),
  ).toBe(0);
  const credentials = { client: true, server: false, admin: false, owner: null } as const;
  expect(
    await looksAfter(
      () => scene.setConnections([{ ...watchedConnection, credentials }]),
      () => undefined,
    ),
  ).toBe(0);
});

test('a finding goes with its rule, and with its file', async () => {
  const scene = await followed(drift(2));
  scene.change({ watchDrift: false });
  expect(scene.kinds()).toEqual([]);
  scene.change({ watchDrift: true });
  await scene.check();
  expect(scene.kinds()).toEqual(['drift']);
  scene.scripted.yardstick = 'base';
  scene.setConnections([watchedConnection]);
  expect(scene.kinds()).toEqual([]);
});

test('a service that refuses is asked again after an hour, and a dismissed finding stays away', async () => {
  const scene = await followed(drift(2));
  await scene.watch.handlers.watch.dismiss({ id: 'drift:c' }, caller);
  expect(scene.kinds()).toEqual([]);
  scene.scripted.drift = fail('service-error', { status: 500 });
  await pass(scene, 200);
  scene.scripted.drift = drift(2);
  await pass(scene, 200);
  expect([scene.kinds(), scene.notifications]).toEqual([[], []]);
});
