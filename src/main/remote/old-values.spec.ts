import { expect, test } from 'vitest';
import type { Endpoint } from '#contract/definitions.ts';
import { fail } from '#contract/errors.ts';
import { catalog } from '#contract/service/index.ts';
import { createFakeClock, settle } from '#tests/support/fake-clock.ts';
import { type Answer, createScriptedTransport, reportOf, response, seededRandom } from '#tests/support/main/test-ports.ts';
import type { RecordedWrite } from '../ports/write-recorder';
import { createOldValues, readOf } from './old-values';
import { createSender, type SendOptions, type Target } from './send';

const teamId = '00000000-0000-4000-8000-000000000001';
const team = {
  id: teamId,
  display_name: 'Difference Team',
  profile_image_url: null,
  client_metadata: null,
  client_read_only_metadata: null,
};
const serverTeam = { ...team, server_metadata: null, created_at_millis: 1 };
const origin = { source: 'window', connectionId: 'c' } as const;
const target: Target = { baseUrl: 'https://x.test', projectId: 'p', destination: 'd', keys: { server: async () => 'ssk_x' } };
const params = { id: teamId };

function setUp(answer: Answer = () => response(serverTeam), isWanted = true) {
  const clock = createFakeClock();
  const transport = createScriptedTransport(answer);
  const oldValues = createOldValues(clock);
  const writes: RecordedWrite[] = [];
  const recorder = {
    wantsOldValue: () => isWanted,
    intent: async (write: RecordedWrite) => void writes.push(write),
    outcome: () => undefined,
  };
  const sender = createSender({ transport, clock, random: seededRandom(), clientVersion: 'x', recorder, oldValues });
  return {
    clock,
    transport,
    sender,
    oldValues,
    sent: () => transport.requests.map(({ method }) => method),
    before: () => writes.map((write) => write.origin?.before),
    read: (own: SendOptions = {}, to = target) => sender.send(catalog.teams.read, 'project', to, { params }, { origin, ...own }),
    write: (own: Partial<SendOptions> = {}, to = target) =>
      sender.send(
        catalog.teams.update,
        'project',
        to,
        { params, body: { display_name: 'New' } },
        { once: true, ...own, origin: own.origin ?? origin },
      ),
  };
}

test('the old value is read once before a write, with its credentials', async () => {
  const { write, before, transport } = setUp();
  await write();
  expect(transport.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'GET https://x.test/api/v1/teams/00000000-0000-4000-8000-000000000001',
    'PATCH https://x.test/api/v1/teams/00000000-0000-4000-8000-000000000001',
  ]);
  expect(new Set(transport.requests.map(({ headers }) => headers['x-stack-secret-server-key']))).toEqual(new Set(['ssk_x']));
  expect(before()).toEqual([serverTeam]);
});

test('a form’s own read right before is used, and only once', async () => {
  const { read, write, before, sent } = setUp();
  await read();
  await write();
  expect(sent()).toEqual(['GET', 'PATCH']);
  await write();
  expect(sent()).toEqual(['GET', 'PATCH', 'GET', 'PATCH']);
  expect(before()).toEqual([serverTeam, serverTeam]);
});

type Scene = ReturnType<typeof setUp>;

test.each<[string, (scene: Scene) => unknown]>([
  ['was read 5 seconds ago', async ({ read, clock }) => [await read(), await clock.advance(5_000)]],
  ['was read before the app was locked', async ({ read, oldValues }) => [await read(), oldValues.forget()]],
  ['has fields that are unknown to the contract', ({ read }) => read({ keepUnknown: true })],
  ['was read by another connection', ({ read }) => read({ origin: { source: 'window', connectionId: 'other' } })],
  ['was read at another service', ({ read }) => read({}, { ...target, destination: 'e' })],
  [
    'was read by an account',
    ({ read }) =>
      read({
        origin: { ...origin, accountId: 'a' },
        session: { tokens: async () => ({ access: 'a', refresh: null }), refuse: () => undefined },
      }),
  ],
])('a response that %s isn’t the old value', async (_name, prepare) => {
  const scene = setUp();
  await prepare(scene);
  const earlier = scene.sent().length;
  await scene.write();
  expect(scene.sent().slice(earlier)).toEqual(['GET', 'PATCH']);
});

test('the old value in a list of several pages is the whole list', async () => {
  const definition = (id: string) => ({ id, contained_permission_ids: [] });
  const page = (id: string, next_cursor: string | null) =>
    response({ items: [definition(id)], is_paginated: true, pagination: { next_cursor } });
  const scene = setUp(({ method, url }) =>
    method !== 'GET' ? response({ success: true }) : url.includes('cursor=') ? page('b', null) : page('a', 'next'),
  );
  const own = { ...target, keys: { admin: async () => 'sak_x' } };
  const { teamDefinitions, deleteTeamDefinition } = catalog.permissions;
  const remove = () => scene.sender.send(deleteTeamDefinition, 'project', own, { params: { id: 'b' } }, { origin });
  await scene.sender.send(teamDefinitions, 'project', own, {}, { origin });
  await remove();
  await remove();
  expect(scene.sent()).toEqual(['GET', 'GET', 'DELETE', 'GET', 'GET', 'DELETE']);
  for (const before of scene.before()) expect((before as { items: { id: string }[] }).items.map(({ id }) => id)).toEqual(['a', 'b']);
});

test('what was read while something was written isn’t kept', async () => {
  const scene = setUp();
  let answer = () => {};
  scene.transport.answer = (_request, number) =>
    number === 1
      ? new Promise((resolve) => {
          answer = () => resolve(response(serverTeam));
        })
      : response(serverTeam);
  const reading = scene.read();
  await settle();
  await scene.write();
  answer();
  await reading;
  await scene.write();
  expect(scene.sent()).toEqual(['GET', 'GET', 'PATCH', 'GET', 'PATCH']);
});

test.each<[string, Answer]>([
  [
    'is missing',
    () => response({ code: 'TEAM_NOT_FOUND', error: 'x' }, { status: 404, headers: { 'x-stack-known-error': 'TEAM_NOT_FOUND' } }),
  ],
  ['may not be read', () => response('Forbidden', { status: 403 })],
  [
    'can’t be reached',
    () => {
      throw fail('offline');
    },
  ],
  ['is something else', () => response({ other: 1 })],
  [
    'has failed in the program',
    () => {
      throw new Error('x');
    },
  ],
])('an old value that %s doesn’t stop the write', async (_name, answer) => {
  const { write, before, sent } = setUp((request, number) => (request.method === 'GET' ? answer(request, number) : response(serverTeam)));
  await write();
  expect(sent()).toEqual(['GET', 'PATCH']);
  expect(before()).toEqual([undefined]);
});

const hanging: Answer = ({ method, signal }) =>
  method !== 'GET'
    ? response(serverTeam)
    : new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(fail('cancelled'))));

test('an old value that takes longer than 5 seconds is given up', async () => {
  const { write, before, sent, clock } = setUp(hanging);
  const writing = write();
  await settle();
  expect(sent()).toEqual(['GET']);
  await clock.advance(5_000);
  await writing;
  expect(sent()).toEqual(['GET', 'PATCH']);
  expect(before()).toEqual([undefined]);
  expect(clock.waiting).toBe(0);
});

test('a write that is canceled during the read isn’t sent', async () => {
  const { write, sent, clock } = setUp(hanging);
  const controller = new AbortController();
  const writing = reportOf(write({ signal: controller.signal }));
  await settle();
  controller.abort();
  expect(await writing).toMatchObject({ code: 'cancelled' });
  expect(sent()).toEqual(['GET']);
  expect(clock.waiting).toBe(0);
});

test('what isn’t allowed reads nothing', async () => {
  const { write, sent } = setUp();
  const assertAllowed = () => {
    throw fail('read-only-connection');
  };
  expect(await reportOf(write({ assertAllowed }))).toMatchObject({ code: 'read-only-connection' });
  expect(sent()).toEqual([]);
});

test('nothing is read if no old value is recorded, it is given, or the write has no connection', async () => {
  const unwanted = setUp(undefined, false);
  await unwanted.write();
  expect(unwanted.sent()).toEqual(['PATCH']);
  const given = setUp();
  await given.write({ origin: { ...origin, before: team } });
  expect(given.before()).toEqual([team]);
  const { destination: _destination, ...unnamed } = target;
  await given.write({}, unnamed);
  expect(given.sent()).toEqual(['PATCH', 'PATCH']);
});

test('a read that the release doesn’t have isn’t sent', async () => {
  const { clock: _clock, ...scene } = setUp();
  const own = createSender({
    transport: scene.transport,
    clock: createFakeClock(),
    random: seededRandom(),
    clientVersion: 'x',
    recorder: { wantsOldValue: () => true, intent: async () => undefined, outcome: () => undefined },
    oldValues: scene.oldValues,
  });
  const features = async () => ({ 'templates-by-id': false }) as const;
  await reportOf(
    own.send(
      catalog.emails.deleteTemplateById,
      'project',
      { ...target, keys: { admin: async () => 'sak_x' }, features },
      { params: { id: 't' } },
      { origin },
    ),
  );
  expect(scene.sent().filter((method) => method === 'GET')).toEqual([]);
});

const writes = Object.entries(catalog).flatMap(([group, endpoints]) =>
  Object.entries(endpoints as Readonly<Record<string, Endpoint>>).flatMap(([name, endpoint]) =>
    endpoint.journal && 'before' in endpoint.journal && endpoint.journal.before !== null ? [[`${group}.${name}`, endpoint] as const] : [],
  ),
);

test.each(writes)('the read of %s takes its input from the write', (_name, endpoint) => {
  const id = '00000000-0000-4000-8000-000000000001';
  const all = {
    id,
    user_id: id,
    team_id: id,
    permission_id: 'p',
    provider_id: 'github',
    level: 'environment',
    category_id: id,
    project_id: 'p',
    api_key_id: id,
    type: 'email_verification',
  };
  for (const [actor, variant] of Object.entries(endpoint.actors)) {
    const own = actor === 'account' ? { ...all, user_id: 'me' } : all;
    const found = readOf({ endpoint, variant, input: { params: own } });
    expect(found, actor).not.toBeNull();
    expect(found?.endpoint.effect).toBe('read');
  }
});
