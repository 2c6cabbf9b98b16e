import { describe, expect, test } from 'vitest';
import { fail } from '#contract/errors.ts';
import { createTestSandbox, type TestSandbox } from '#sandbox/testing/test-sandbox.ts';
import { type Fate, jobScene, statesOf } from '#tests/support/main/jobs-scene.ts';
import { LibraryFailure } from '../library/library-client';

const grant = { kind: 'users.grantInProject', permissionId: 'analyst' } as const;
const plan = { kind: 'users.setMetadata', path: 'server.plan', value: 'team' } as const;

const holdersOf = async (sandbox: TestSandbox) =>
  (await sandbox.call('server', 'GET', '/project-permissions?permission_id=analyst')).items.map(({ user_id: id }) => String(id));
const metadataOf = async (sandbox: TestSandbox, id: string) => (await sandbox.call('server', 'GET', `/users/${id}`)).json.server_metadata;

async function setUp(users = 12) {
  const sandbox = await createTestSandbox({ users });
  const scene = await jobScene(sandbox);
  const listed = (await sandbox.call('server', 'GET', '/users')).items.map(({ id }) => String(id));
  const holders = await holdersOf(sandbox);
  return { sandbox, ...scene, ids: listed.filter((id) => !holders.includes(id)), holders, own: scene.process() };
}

const unavailable = () => new Response('Service unavailable', { status: 503 });
const tooMany = (seconds: number) => new Response('Slow down', { status: 429, headers: { 'retry-after': String(seconds) } });
const refusedKey = () =>
  Response.json(
    { code: 'INVALID_SECRET_SERVER_KEY', error: 'No.' },
    { headers: { 'x-stack-known-error': 'INVALID_SECRET_SERVER_KEY', 'x-stack-actual-status': '401' } },
  );

/** Counts requests in progress from then on. Returns a function that returns how many there were at most. */
function countAtOnce(service: Awaited<ReturnType<typeof setUp>>['service']): () => number {
  let [active, most] = [0, 0];
  service.before = async () => {
    active += 1;
    most = Math.max(most, active);
    await new Promise((resolve) => setImmediate(resolve));
    active -= 1;
  };
  return () => most;
}

describe('a run', () => {
  test('sends each row that needs it once, and leaves out the others with the reason', async () => {
    const { own, ids, holders, service } = await setUp();
    const unknown = '00000000-0000-4000-8000-000000000009';
    const id = await own.start(grant, [ids[0], holders[0], unknown, ids[1], ids[0]].map(String));
    expect(await own.run(id)).toEqual({ kind: 'done' });
    expect(statesOf(await own.rows(id)).sort()).toEqual(['done', 'done', 'skipped already', 'skipped gone', 'skipped repeated']);
    const sent = service.writes().map(({ method, path }) => `${method} ${path}`);
    expect(sent.sort()).toEqual([ids[0], ids[1]].map((user) => `POST /project-permissions/${user}/analyst`).sort());
  });

  test.each([grant, plan])('of $kind has four requests in progress at most', async (action) => {
    const { own, ids, service } = await setUp(30);
    const id = await own.start(action, ids.slice(0, 20));
    const mostAtOnce = countAtOnce(service);
    await own.run(id);
    expect(mostAtOnce()).toBe(4);
  });

  test('erases what is kept about the users that it deleted, at the end of each run and once, without snapshots', async () => {
    const { own, sandbox, service } = await setUp();
    const ids: string[] = [];
    for (const primary_email of ['a@x.example', 'b@x.example', 'c@x.example'])
      ids.push(String((await sandbox.call('server', 'POST', '/users', { primary_email })).json.id));
    const refused = ids[1] ?? '';
    service.fate = ({ method, url }) => (method === 'DELETE' && url.includes(refused) ? new Response('No', { status: 403 }) : undefined);
    const id = await own.start({ kind: 'users.delete' }, ids, { erases: true, keepSnapshots: true });
    const emails = (await own.rows(id)).map(({ email }) => email);
    const [choices, erased]: [unknown[], string[][]] = [[], []];
    const run = () =>
      own.run(id, {
        keepSnapshot: async ({ snapshot }) => {
          choices.push(snapshot);
          return null;
        },
        erasePeople: async ({ ids: users, names }) => {
          erased.push([...users, ...names]);
          await own.request({ op: 'erase-person', timeMillis: 0, ids: [...users], names: [...names], destination: null });
          return users.length;
        },
      });
    expect(await run()).toEqual({ kind: 'done' });
    expect(statesOf(await own.rows(id))).toEqual(['done', 'failed service-error', 'done']);
    expect(choices).toEqual(['none', 'none', 'none']);
    expect(erased).toEqual([[ids[0], ids[2], emails[0], emails[2]]]);
    expect((await own.rows(id)).map(({ email }) => email)).toEqual([null, emails[1], null]);
    expect(await run()).toEqual({ kind: 'done' });
    expect(erased).toHaveLength(1);
  });

  test('keeps the pace, and waits as long as the service asks, with all rows', async () => {
    const { own, ids, clock, service } = await setUp(30);
    const id = await own.start(grant, ids.slice(0, 8), { perSecond: 2 });
    const times: number[] = [];
    let isAsked = false;
    service.before = () => void times.push(clock.monotonic());
    service.fate = ({ method }) => {
      if (method !== 'POST' || isAsked || times.length < 4) return undefined;
      isAsked = true;
      return tooMany(60);
    };
    expect(await own.run(id)).toEqual({ kind: 'done' });
    const gaps = times.slice(1).map((time, at) => time - (times[at] ?? 0));
    expect(Math.min(...gaps.slice(0, 3))).toBeGreaterThanOrEqual(499);
    expect(gaps.filter((gap) => gap >= 59_000)).toHaveLength(1);
    expect(statesOf(await own.rows(id))).toEqual(Array(8).fill('done'));
  });

  test('changes only its path of the metadata as they are right before, and leaves out what changed since the preview', async () => {
    const { own, ids, sandbox } = await setUp();
    const [one = '', two = '', three = ''] = ids;
    const set = (id: string, server_metadata: unknown) => sandbox.call('server', 'PATCH', `/users/${id}`, { server_metadata });
    await set(one, { plan: 'free', seats: 1 });
    await set(two, { plan: 'free' });
    await set(three, { plan: 'team' });
    const id = await own.start(plan, [one, two, three]);
    await set(one, { plan: 'free', seats: 2 });
    await set(two, { plan: 'enterprise' });
    await own.run(id);
    expect(statesOf(await own.rows(id))).toEqual(['done', 'skipped changed', 'skipped already']);
    expect([await metadataOf(sandbox, one), await metadataOf(sandbox, two)]).toEqual([{ plan: 'team', seats: 2 }, { plan: 'enterprise' }]);
  });

  test('is undone where nothing changed since: values come back, or go again', async () => {
    const { own, ids, sandbox } = await setUp();
    const [one = '', two = '', three = ''] = ids;
    const set = (id: string, server_metadata: unknown) => sandbox.call('server', 'PATCH', `/users/${id}`, { server_metadata });
    await set(one, { plan: 'free', seats: 1 });
    await set(two, null);
    await set(three, { plan: 'free' });
    const id = await own.start(plan, [one, two, three]);
    await own.run(id);
    await set(three, { plan: 'enterprise' });
    const undo = await own.previewUndo(id);
    expect(undo).toMatchObject({ toSend: 3, isUndoable: false });
    await own.begin(undo);
    await own.run(undo.id);
    expect(statesOf(await own.rows(undo.id))).toEqual(['done', 'done', 'skipped changed']);
    const left = await Promise.all([one, two, three].map((user) => metadataOf(sandbox, user)));
    expect(left).toEqual([{ plan: 'free', seats: 1 }, {}, { plan: 'enterprise' }]);
    expect(await own.request({ op: 'job-read', job: id })).toMatchObject({ undoneBy: undo.id });
  });

  test('goes no further once it is paused, and ends the rows in progress', async () => {
    const { own, ids, service } = await setUp(30);
    const id = await own.start(grant, ids.slice(0, 20));
    let isHalted = false;
    service.before = () => {
      isHalted = service.writes().length >= 4;
    };
    expect(await own.run(id, { isHalted: () => isHalted })).toEqual({ kind: 'halted' });
    const states = statesOf(await own.rows(id));
    expect(states.filter((state) => state === 'done')).toHaveLength(service.writes().length);
    expect(states.filter((state) => state === 'sent')).toEqual([]);
    expect(await own.run(id)).toEqual({ kind: 'done' });
    expect(service.writes()).toHaveLength(20);
  });

  test('ends at once when another process pauses the job', async () => {
    const { own, ids, service, process } = await setUp(30);
    const id = await own.start(plan, ids.slice(0, 20));
    const other = process();
    let isPaused = false;
    service.before = async () => {
      if (isPaused || service.writes().length < 4) return;
      isPaused = true;
      await other.request({ op: 'job-set-state', job: id, from: ['active'], to: 'paused', timeMillis: 0 });
    };
    expect(await own.run(id)).toEqual({ kind: 'halted' });
    expect(service.writes().length).toBeLessThanOrEqual(8);
    expect(statesOf(await own.rows(id)).filter((state) => state === 'done')).toHaveLength(service.writes().length);
  });

  test('sends nothing for rows that aren’t those that were confirmed', async () => {
    const { own, ids, service } = await setUp();
    const id = await own.start(grant, ids.slice(0, 3));
    await own.rows(id);
    own.alter("UPDATE job_rows SET target = '00000000-0000-4000-8000-000000000009' WHERE n = 1");
    expect(await own.run(id)).toMatchObject({ kind: 'paused', paused: { pause: 'rows-altered' } });
    expect(service.writes()).toEqual([]);
  });

  test('pauses before rows that are altered while it runs, and sends nothing when it is resumed', async () => {
    const { own, ids, service } = await setUp(200);
    const id = await own.start(grant, ids.slice(0, 120));
    service.before = () => {
      if (service.writes().length === 4) own.alter("UPDATE job_rows SET target = '00000000-0000-4000-8000-000000000009' WHERE n = 110");
    };
    const altered = { kind: 'paused', paused: { pause: 'rows-altered' } };
    expect(await own.run(id)).toMatchObject(altered);
    expect(service.writes()).toHaveLength(100);
    expect(await own.run(id)).toMatchObject(altered);
    expect(service.writes()).toHaveLength(100);
  });
});

describe('a fault', () => {
  const cases: readonly [string, (number: number) => Fate, string][] = [
    ['a response that is lost once', (number) => (number === 1 ? 'lost-response' : undefined), 'done'],
    ['a request that is lost once', (number) => (number === 1 ? 'lost-request' : undefined), 'done'],
    ['a service that fails twice', (number) => (number <= 2 ? unavailable() : undefined), 'done'],
    ['a service that fails always', unavailable, 'failed service-error'],
    ['a few requests to wait', (number) => (number <= 3 ? tooMany(1) : undefined), 'done'],
  ];
  test.each(cases)('of writes, %s, leaves the true result', async (_what, fate, state) => {
    for (const action of [grant, plan]) {
      const { own, ids, service, sandbox } = await setUp();
      const [user = ''] = ids;
      const id = await own.start(action, [user]);
      let number = 0;
      service.fate = ({ method }) => (method === 'GET' ? undefined : fate(++number));
      expect(await own.run(id)).toEqual({ kind: 'done' });
      expect(statesOf(await own.rows(id))).toEqual([state]);
      const isDone =
        action === grant ? (await holdersOf(sandbox)).includes(user) : JSON.stringify(await metadataOf(sandbox, user)).includes('team');
      expect(isDone).toBe(state === 'done');
    }
  });

  test('of the network, in the middle, pauses the job; its rows are found out about before it goes on', async () => {
    const { own, ids, service } = await setUp(30);
    const id = await own.start(grant, ids.slice(0, 20));
    service.fate = () => (service.writes().length < 7 ? undefined : 'lost-request');
    expect(await own.run(id)).toMatchObject({ kind: 'paused', paused: { pause: 'offline' } });
    service.fate = () => undefined;
    expect(await own.run(id)).toEqual({ kind: 'done' });
    expect(new Set(statesOf(await own.rows(id)))).toEqual(new Set(['done']));
  });

  test('a storm of requests to wait pauses the job, and no row fails', async () => {
    const { own, ids, service } = await setUp();
    const id = await own.start(grant, ids.slice(0, 5));
    service.fate = () => tooMany(2);
    expect(await own.run(id)).toMatchObject({ kind: 'paused', paused: { pause: 'rate-limited' } });
    expect(new Set(statesOf(await own.rows(id)))).toEqual(new Set(['waiting']));
  });

  test.each<[string, () => Fate]>([['a key that was revoked', refusedKey]])('%s pauses the job, and no row fails', async (_what, fate) => {
    const { own, ids, service } = await setUp();
    const id = await own.start(grant, ids.slice(0, 5));
    service.fate = fate;
    expect(await own.run(id)).toMatchObject({ kind: 'paused', paused: { pause: 'no-access' } });
    expect(new Set(statesOf(await own.rows(id)))).toEqual(new Set(['waiting']));
  });

  test.each([
    ['missing-credentials', 'no-access'],
    ['owner-signed-out', 'no-access'],
    ['signed-out', 'no-access'],
    ['session-ended', 'no-access'],
    ['server-unconfirmed', 'no-access'],
    ['keychain-locked', 'no-access'],
    ['connection-changed', 'connection-changed'],
    ['sandbox-stopped', 'offline'],
  ] as const)('of the keys in the middle of a job (%s) pauses it, and it goes on once they are back', async (code, pause) => {
    for (const action of [grant, plan]) {
      const { own, ids, service } = await setUp(30);
      const id = await own.start(action, ids.slice(0, 12));
      const target = async () => {
        if (service.writes().length >= 4) throw fail(code);
        return own.source.sessions.target();
      };
      expect(await own.run(id, { sessions: { target } })).toMatchObject({ kind: 'paused', paused: { pause } });
      const states = statesOf(await own.rows(id));
      expect(states.filter((state) => state === 'done')).toHaveLength(service.writes().length);
      expect(states.filter((state) => state !== 'done')).toEqual(Array(12 - service.writes().length).fill('waiting'));
      expect(await own.run(id)).toEqual({ kind: 'done' });
      expect(statesOf(await own.rows(id))).toEqual(Array(12).fill('done'));
      expect(service.writes()).toHaveLength(12);
    }
  });

  test.each([
    ['read-only', 'read-only-connection'],
    ['connection-changed', 'unknown-connection'],
    ['confirm', 'confirmation-required'],
    ['locked', 'app-locked'],
  ] as const)('a job pauses (%s) before the next request', async (pause, code) => {
    const { own, ids, service } = await setUp(30);
    const id = await own.start(grant, ids.slice(0, 20));
    const assertAllowed = () => {
      if (service.writes().length >= 5) throw fail(code);
    };
    expect(await own.run(id, { assertAllowed })).toMatchObject({ kind: 'paused', paused: { pause } });
    // Those that were on their way.
    expect(service.writes().length).toBeLessThanOrEqual(8);
    const states = statesOf(await own.rows(id));
    expect(states.filter((state) => state === 'done')).toHaveLength(service.writes().length);
    expect(states.filter((state) => state !== 'done')).toEqual(Array(20 - service.writes().length).fill('waiting'));
  });

  test('users who were deleted, and a permission that is gone, fail by the service’s own code until the job stops', async () => {
    const { own, ids, sandbox } = await setUp(30);
    const id = await own.start(grant, ids.slice(0, 12), { stopAfter: 5 });
    for (const user of ids.slice(0, 2)) await sandbox.call('server', 'DELETE', `/users/${user}`);
    await sandbox.call('admin', 'DELETE', '/project-permission-definitions/analyst');
    expect(await own.run(id)).toEqual({ kind: 'stopped' });
    const states = statesOf(await own.rows(id));
    expect(states.slice(0, 3)).toEqual(['failed USER_NOT_FOUND', 'failed USER_NOT_FOUND', 'failed PERMISSION_NOT_FOUND']);
    expect(states.filter((state) => state.startsWith('failed'))).toHaveLength(5);
    expect(states.slice(5)).toEqual(Array(7).fill('waiting'));
  });

  test.each([1, 2, 5, 9])('stop a job after exactly %i, with as many requests at once as may still fail', async (stopAfter) => {
    const { own, ids, service } = await setUp(30);
    const id = await own.start(grant, ids.slice(0, 20), { stopAfter });
    const mostAtOnce = countAtOnce(service);
    service.fate = ({ method }) => (method === 'POST' ? Response.json({ code: 'NO' }, { status: 400 }) : undefined);
    expect(await own.run(id)).toEqual({ kind: 'stopped' });
    expect(statesOf(await own.rows(id)).filter((state) => state !== 'waiting')).toHaveLength(stopAfter);
    expect(mostAtOnce()).toBe(Math.min(4, stopAfter));
  });

  test('of rows that worked in between, let as many more fail, and those before a retry don’t count', async () => {
    const { own, ids, service } = await setUp(30);
    const id = await own.start(grant, ids.slice(0, 20), { stopAfter: 3 });
    let number = 0;
    service.fate = ({ method }) => {
      if (method !== 'POST') return undefined;
      number += 1;
      return number % 2 === 0 ? undefined : Response.json({ code: 'NO' }, { status: 400 });
    };
    const counts = async () => {
      const states = statesOf(await own.rows(id));
      return ['failed', 'done', 'waiting'].map((state) => states.filter((one) => one.startsWith(state)).length);
    };
    expect(await own.run(id)).toEqual({ kind: 'stopped' });
    const [failed, done = 0] = await counts();
    expect(failed).toBe(3);
    await own.request({ op: 'job-set-state', job: id, from: ['active'], to: 'active', timeMillis: 0 });
    expect(await own.run(id)).toEqual({ kind: 'stopped' });
    const [failedThen, doneThen = 0] = await counts();
    expect(failedThen).toBe(6);
    expect(doneThen).toBeGreaterThan(done);
  });

  test('of a permission of teams is that of its row alone, where it is granted in the project', async () => {
    const { own, ids, sandbox, service } = await setUp(30);
    await sandbox.call('server', 'POST', '/team-permission-definitions', { id: 'only_in_teams' });
    const id = await own.start({ kind: 'users.grantInProject', permissionId: 'only_in_teams' }, ids.slice(0, 3));
    const states = statesOf(await own.rows(id));
    expect(states).toEqual(Array(3).fill('waiting'));
    expect(await own.run(id)).toEqual({ kind: 'done' });
    expect(new Set(statesOf(await own.rows(id)))).toEqual(new Set(['failed PERMISSION_NOT_FOUND']));
    expect(service.writes()).toHaveLength(3);
  });

  test('of the disk pauses the job before anything is sent', async () => {
    const { own, ids, service } = await setUp();
    const id = await own.start(grant, ids.slice(0, 3));
    const request: typeof own.request = (body) =>
      body.op === 'job-put' ? Promise.reject(new LibraryFailure('disk-full')) : own.request(body);
    expect(await own.run(id, { records: { request } })).toMatchObject({ kind: 'paused', paused: { pause: 'storage' } });
    expect(service.writes()).toEqual([]);
  });
});
