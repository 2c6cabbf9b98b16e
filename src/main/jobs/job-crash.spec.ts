/** Runs that are dropped at random moments, as by the end of the process, against a sandbox that says what it received. */
import { describe, expect, test } from 'vitest';
import type { JobAction, RequestedAction } from '#contract/jobs/job-action.ts';
import type { StoredRow } from '#contract/workers/job-records.ts';
import { createTestSandbox } from '#sandbox/testing/test-sandbox.ts';
import { jobScene, type Received } from '#tests/support/main/jobs-scene.ts';
import { createChance, runKilled } from '#tests/support/main/killed-in-process.ts';

const users = 220;

async function setUp(seed: number) {
  const sandbox = await createTestSandbox({ users });
  const scene = await jobScene(sandbox);
  const listed = (await sandbox.call('server', 'GET', '/users')).items.map(({ id }) => String(id));
  const chance = createChance(seed);
  return { sandbox, ...scene, ids: listed, chance };
}

const userOf = ({ path }: Received) =>
  path
    .split('?')[0]
    ?.split('/')
    .find((part) => /^[0-9a-f-]{36}$/.test(part)) ?? '';

/** Compares each row with what the sandbox received for it. */
function expectTrue(rows: readonly StoredRow[], received: readonly Received[], action: Pick<JobAction, 'kind'>): void {
  const done = new Map<string, number>();
  for (const one of received) if (one.status < 300) done.set(userOf(one), (done.get(userOf(one)) ?? 0) + 1);
  for (const { target, state } of rows) {
    const times = done.get(target.id) ?? 0;
    expect([target.id, state, times > 0], action.kind).toEqual([target.id, state, state === 'done']);
  }
  expect(rows.filter(({ state }) => state === 'waiting' || state === 'sent')).toEqual([]);
}

const actions: readonly RequestedAction[] = [
  { kind: 'users.grantInProject', permissionId: 'reports:read' },
  { kind: 'users.setMetadata', path: 'server.plan', value: 'team' },
];

describe.each(actions)('$kind', (action) => {
  test('killed at random moments, forgets no row, and says of each what became of it', async () => {
    const scene = await setUp(7);
    const first = scene.process();
    const id = await first.start(action, scene.ids);
    const before = scene.service.writes().length;
    const processes = await runKilled(scene, id, () => undefined);
    expect(processes).toBeGreaterThan(8);
    expectTrue(
      (await first.rows(id)).filter(({ reason }) => reason === null),
      scene.service.writes().slice(before),
      action,
    );
  });

  test('also while the service fails, responses are lost, and it asks to wait', async () => {
    const scene = await setUp(11);
    const first = scene.process();
    const id = await first.start(action, scene.ids.slice(0, 120));
    const before = scene.service.writes().length;
    await runKilled(scene, id, () => {
      const number = scene.chance();
      if (number < 0.03) return new Response('Service unavailable', { status: 503 });
      if (number < 0.05) return 'lost-response';
      if (number < 0.07) return 'lost-request';
      return number < 0.12 ? new Response('Slow down', { status: 429, headers: { 'retry-after': '2' } }) : undefined;
    });
    expectTrue(
      (await first.rows(id)).filter(({ reason }) => reason === null),
      scene.service.writes().slice(before),
      action,
    );
  });
});

describe('invitations, which must not be sent twice', () => {
  const addresses = Array.from({ length: 150 }, (_, at) => `person${at}@x.example`);

  test.each([
    ['killed at random moments', 3, 0],
    ['also while the service fails, and responses are lost', 5, 0.06],
  ])('%s, each is sent once at most, and what isn’t known is said', async (_what, seed, faults) => {
    const scene = await setUp(seed);
    const teamId = String((await scene.sandbox.call('server', 'POST', '/teams', { display_name: 'Difference' })).json.id);
    const first = scene.process();
    const action = { kind: 'invitations.send', teamId, callbackUrl: 'http://localhost:3000/handler' } as const;
    const id = await first.start(action, addresses);
    await runKilled(scene, id, () => {
      const number = scene.chance();
      if (number < faults / 3) return new Response('Service unavailable', { status: 503 });
      if (number < (faults * 2) / 3) return 'lost-response';
      return number < faults ? new Response('Slow down', { status: 429, headers: { 'retry-after': '2' } }) : undefined;
    });
    const times = new Map<string, number>();
    for (const { body, status } of scene.service.writes()) {
      const { email } = body as { email: string };
      if (status < 300) times.set(email, (times.get(email) ?? 0) + 1);
    }
    expect(Math.max(...times.values())).toBe(1);
    const rows = await first.rows(id);
    const states = new Set(rows.map(({ state }) => state));
    expect([...states].sort()).toEqual(['done', 'unknown']);
    expect(rows.filter(({ state, target }) => state === 'done' && times.get(target.id) !== 1)).toEqual([]);
    // Some of them were sent, and some weren't.
    expect(new Set(rows.filter(({ state }) => state === 'unknown').map(({ target }) => times.get(target.id) ?? 0))).toEqual(
      new Set([0, 1]),
    );
  });
});
