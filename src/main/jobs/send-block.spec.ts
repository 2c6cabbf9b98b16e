/** Emails to many users: in blocks, with a result for each user. */
import { describe, expect, test } from 'vitest';
import type { KnownFeatures } from '#contract/bridge/connections.ts';
import { createTestSandbox } from '#sandbox/testing/test-sandbox.ts';
import { jobScene, statesOf } from '#tests/support/main/jobs-scene.ts';
import { ownEmailServer } from '#tests/support/samples/own-email-server.ts';

const action = { kind: 'users.sendEmail', subject: 'News', html: '<p>Hi</p>', category: 'Marketing' } as const;

async function setUp(count: number, release = '2.8.27', features?: KnownFeatures) {
  const sandbox = await createTestSandbox({ users: 130, release });
  const scene = await jobScene(sandbox);
  await sandbox.call('admin', 'PATCH', '/internal/projects/current', { config: { email_config: ownEmailServer } });
  const listed = (await sandbox.call('server', 'GET', '/users')).items;
  const ids = listed.filter(({ primary_email }) => primary_email !== null).map(({ id }) => String(id));
  const users = ids.slice(0, count);
  expect(users).toHaveLength(count);
  const own = scene.process(features && { features });
  /** The users of each request that arrived, with its status. */
  const blocks = () => scene.service.writes().map(({ body, status }) => [...(body as { user_ids: readonly string[] }).user_ids, status]);
  const sizes = () => blocks().map((block) => block.length - 1);
  const times = () => {
    const found = new Map<string, number>();
    for (const block of blocks())
      if (block.at(-1) === 200) for (const id of block.slice(0, -1)) found.set(String(id), (found.get(String(id)) ?? 0) + 1);
    return users.map((id) => found.get(id) ?? 0);
  };
  return { ...scene, sandbox, own, users, sizes, times };
}

const states = (...counts: readonly (readonly [number, string])[]) => counts.flatMap(([count, state]) => Array(count).fill(state));

test('goes out in blocks, each user once, and the preview says about how many', async () => {
  const { own, users, sizes, times } = await setUp(90);
  const targets = users.map((id) => ({ id, of: null }));
  const preview = await own.preview(action, { kind: 'targets', targets });
  expect(preview.requests).toEqual({ count: 2, isExact: false });
  const id = await own.begin(preview);
  expect(await own.run(id)).toEqual({ kind: 'done' });
  expect(sizes().sort()).toEqual([40, 50]);
  expect(times()).toEqual(Array(90).fill(1));
  expect(statesOf(await own.rows(id))).toEqual(Array(90).fill('done'));
});

test('a block that is refused because of one user is sent in halves, without that user', async () => {
  const { own, users, times, sandbox } = await setUp(8);
  const id = await own.start(action, users);
  await sandbox.call('server', 'DELETE', `/users/${users[5]}`);
  expect(await own.run(id)).toEqual({ kind: 'done' });
  expect(statesOf(await own.rows(id))).toEqual(states([5, 'done'], [1, 'failed USER_ID_DOES_NOT_EXIST'], [2, 'done']));
  expect(times()).toEqual([1, 1, 1, 1, 1, 0, 1, 1]);
});

test('a release that takes one user at a time gets a request for each, and the preview says so', async () => {
  const { own, users, service } = await setUp(3, '2.8.26', { 'notification-preferences': true, 'templates-by-id': false });
  const preview = await own.preview(action, { kind: 'targets', targets: users.map((id) => ({ id, of: null })) });
  expect(preview.requests).toEqual({ count: 3, isExact: true });
  const id = await own.begin(preview);
  const sent: unknown[] = [];
  service.fate = ({ method, body }) => {
    if (method !== 'POST') return undefined;
    sent.push(JSON.parse(body ?? '').user_id);
    return Response.json({ user_email: 'one@x.example' });
  };
  expect(await own.run(id)).toEqual({ kind: 'done' });
  expect(statesOf(await own.rows(id))).toEqual(Array(3).fill('done'));
  expect(sent.sort()).toEqual([...users].sort());
});

const known = (code: string, error = code) =>
  new Response(JSON.stringify({ code, error, details: {} }), {
    status: 400,
    headers: { 'content-type': 'application/json', 'x-stack-known-error': code },
  });

describe('a block that is refused', () => {
  // Of four users: all requests of more than one are refused.
  test.each<[string, () => Response, number, string]>([
    ['as too large', () => new Response('Too large', { status: 413 }), 7, 'done'],
    ['for the number of users', () => known('SCHEMA_ERROR', 'body.user_ids must have at most 1 items'), 7, 'done'],
    ['for its content', () => known('SCHEMA_ERROR', 'body.html is wrong'), 1, 'failed SCHEMA_ERROR'],
    ['for the email server', () => known('REQUIRES_CUSTOM_EMAIL_SERVER'), 1, 'failed REQUIRES_CUSTOM_EMAIL_SERVER'],
    ['with a failure', () => new Response('Broken', { status: 500 }), 1, 'unknown service-error'],
  ])('%s', async (_why, refusal, requests, state) => {
    const { own, users, service } = await setUp(4);
    const id = await own.start(action, users);
    let sent = 0;
    service.fate = ({ method, body }) => {
      if (method !== 'POST') return undefined;
      sent += 1;
      return JSON.parse(body ?? '').user_ids.length > 1 ? refusal() : undefined;
    };
    expect(await own.run(id)).toEqual({ kind: 'done' });
    expect([statesOf(await own.rows(id)), sent]).toEqual([Array(4).fill(state), requests]);
  });
});

test('a block without a response is unclear, and isn’t sent again', async () => {
  const { own, users, service, times } = await setUp(5);
  const id = await own.start(action, users);
  service.fate = ({ method }) => (method === 'POST' ? 'lost-response' : undefined);
  expect(await own.run(id)).toEqual({ kind: 'done' });
  expect(await own.run(id)).toMatchObject({ kind: 'done' });
  expect(statesOf(await own.rows(id))).toEqual(Array(5).fill('unknown connection-lost'));
  expect(times()).toEqual(Array(5).fill(1));
});

test('users whom the response doesn’t list are unclear', async () => {
  const { own, users, service } = await setUp(3);
  const id = await own.start(action, users);
  const results = [{ user_id: users[0] }, { user_id: users[1], success: false }];
  service.fate = ({ method }) => (method === 'POST' ? Response.json({ results }) : undefined);
  await own.run(id);
  expect(statesOf(await own.rows(id))).toEqual(states([1, 'done'], [2, 'unknown bad-response']));
});

test('a process that ends between a request and its response leaves the block unclear, and sends the others', async () => {
  const { own, users, service, times, process } = await setUp(60);
  const id = await own.start(action, users);
  const killed = new Promise<'killed'>((resolve) => {
    service.before = ({ method, body }) => {
      if (method !== 'POST' || JSON.parse(body ?? '').user_ids.length < 50) return;
      own.kill();
      resolve('killed');
    };
  });
  expect(await Promise.race([own.run(id), killed])).toBe('killed');
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  service.before = () => undefined;
  const next = process();
  expect(await next.run(id)).toEqual({ kind: 'done' });
  const found = statesOf(await next.rows(id));
  expect(found.slice(0, 50)).toEqual(Array(50).fill('unknown connection-lost'));
  expect(Math.max(...times())).toBe(1);
});

test('a job that is halted between halves leaves the others waiting, and a later run sends them', async () => {
  const { own, users, service, times } = await setUp(4);
  const id = await own.start(action, users);
  let isHalted = false;
  service.fate = ({ method, body }) => {
    if (method !== 'POST' || JSON.parse(body ?? '').user_ids.length < 4) return undefined;
    isHalted = true;
    return new Response('Too large', { status: 413 });
  };
  expect(await own.run(id, { isHalted: () => isHalted })).toEqual({ kind: 'halted' });
  expect(statesOf(await own.rows(id))).toEqual(Array(4).fill('waiting'));
  service.fate = () => undefined;
  expect(await own.run(id)).toEqual({ kind: 'done' });
  expect(times()).toEqual([1, 1, 1, 1]);
});

test('a job stops after as many failures as were chosen, also between halves', async () => {
  const { own, users, service } = await setUp(4);
  const id = await own.start(action, users, { stopAfter: 1 });
  service.fate = ({ method }) => (method === 'POST' ? known('USER_ID_DOES_NOT_EXIST') : undefined);
  expect(await own.run(id)).toEqual({ kind: 'stopped' });
  expect(statesOf(await own.rows(id))).toEqual(states([1, 'failed USER_ID_DOES_NOT_EXIST'], [3, 'waiting']));
});

test.each([
  [2, [2, 2]],
  [60, [50, 10]],
])('a block has no more users than may still fail: with a stop after %i, requests of %j', async (stopAfter, expected) => {
  const { own, users, service } = await setUp(stopAfter + 5);
  const id = await own.start(action, users, { stopAfter });
  const sent: string[][] = [];
  service.fate = ({ method, body }) => {
    if (method !== 'POST') return undefined;
    sent.push(JSON.parse(body ?? '').user_ids);
    // With 2, a first block is done, after which as many may still fail.
    return sent.length === 1 && stopAfter === 2 ? undefined : new Response('Broken', { status: 500 });
  };
  expect(await own.run(id)).toEqual({ kind: 'stopped' });
  expect(sent.map(({ length }) => length)).toEqual(expected);
  const found = statesOf(await own.rows(id));
  expect(found.filter((state) => state === 'unknown service-error')).toHaveLength(stopAfter);
  expect(found.filter((state) => state === 'waiting')).toHaveLength(users.length - sent.flat().length);
});
