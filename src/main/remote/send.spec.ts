import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { type Endpoint, endpoint } from '#contract/definitions.ts';
import { fail } from '#contract/errors.ts';
import { listOf } from '#contract/service/models/fields.ts';
import { createFakeClock, type FakeClock, settle } from '#tests/support/fake-clock.ts';
import {
  body,
  good,
  inTurn,
  keysSent,
  open,
  read,
  remove,
  setUpSender,
  shape,
  target,
  tokenSource,
  write,
} from '#tests/support/main/sender-scene.ts';
import { reportOf, response } from '#tests/support/main/test-ports.ts';
import { keysInHand } from './project-keys';
import { limits } from './send';

describe('a large response', () => {
  const list = endpoint({
    method: 'GET',
    path: '/things',
    actors: { none: { access: 'client', response: listOf(z.object({ id: z.int() })) } },
  });
  const many = response({ items: Array.from({ length: 20_000 }, (_, id) => ({ id })), is_paginated: false });

  test('is read in pieces, between which the call can be canceled', async () => {
    const { sender } = setUpSender(() => many, tickingClock(4));
    const abort = new AbortController();
    const call = sender.send(list, 'none', target, {}, { signal: abort.signal });
    await settle();
    abort.abort();
    expect(await reportOf(call)).toEqual({ code: 'cancelled' });
  });

  test('is complete in the end', async () => {
    const clock = tickingClock(4);
    const call = setUpSender(() => many, clock).sender.send(list, 'none', target, {});
    await settle();
    expect(clock.waiting).toBe(1);
    await clock.advance(1_000);
    expect((await call).items).toHaveLength(20_000);
  });

  /** A clock that also moves on each time it is read, as time does while a program works. */
  function tickingClock(millis: number): FakeClock {
    const clock = createFakeClock({ hasteUpTo: -1 });
    let reads = 0;
    return {
      ...clock,
      get waiting() {
        return clock.waiting;
      },
      monotonic() {
        reads += 1;
        return clock.monotonic() + reads * millis;
      },
    };
  }
});

describe('what is sent', () => {
  test('for a project: the lowest access type the endpoint accepts and the connection can prove', async () => {
    const { sender, transport } = setUpSender(() => good);
    expect(await sender.send(read, 'project', target, { query: { limit: 3 } })).toEqual({ id: 'x' });
    expect(transport.requests).toEqual([
      {
        method: 'GET',
        url: 'https://x.test/api/v1/thing?limit=3',
        headers: {
          'x-stack-project-id': 'p',
          'x-stack-access-type': 'server',
          'x-stack-secret-server-key': 'ssk_server_key',
          'x-stack-client-version': 'electron @latchkey/desktop@1.2.3',
          'x-stack-override-error-status': 'true',
          'x-stack-allow-anonymous-user': 'true',
          'x-stack-allow-restricted-user': 'true',
          'x-stack-random-nonce': expect.stringMatching(/^[0-9a-hjkmnp-tv-z]{45}$/),
        },
        limits: { ...limits, bodyBytes: 16_777_216 },
        signal: undefined,
      },
    ]);
  });

  test('with an admin key only, a project asks as admin', async () => {
    const { sender, transport } = setUpSender(() => good);
    await sender.send(read, 'project', { ...target, keys: keysInHand({ admin: 'sak_1' }) }, { query: { limit: 3 } });
    expect(transport.requests[0]?.headers).toMatchObject({ 'x-stack-access-type': 'admin', 'x-stack-super-secret-admin-key': 'sak_1' });
  });

  test.each([
    { keys: { server: 'ssk_1', admin: 'sak_1' }, access: 'admin' },
    { keys: { server: 'ssk_1' }, access: 'server' },
  ])('for a call that prefers admin access: $access access, with the keys $keys', async ({ keys, access }) => {
    const { sender, transport } = setUpSender(() => good);
    const variant = { ...read.actors.project, prefers: 'admin' } as const;
    await sender.sendEndpoint(read, variant, { ...target, keys: keysInHand(keys) }, {});
    expect(transport.requests[0]?.headers).toMatchObject({ 'x-stack-access-type': access });
  });

  test('for an account: its tokens and the publishable key, no other key', async () => {
    const { sender, transport } = setUpSender(() => good);
    await sender.send(read, 'account', target, {}, { session: tokenSource('jwt') });
    const sent = transport.requests[0]?.headers ?? {};
    expect(sent).toMatchObject({
      'x-stack-access-token': 'jwt',
      'x-stack-refresh-token': 'refresh_token_1',
      'x-stack-publishable-client-key': 'pck_1',
    });
    expect(JSON.stringify(sent)).not.toMatch(/ssk_|sak_/);
  });

  test.each([
    { actor: 'none', stored: ['client', 'server', 'admin'], read: ['client'] },
    { actor: 'account', stored: ['client', 'server', 'admin'], read: ['client'] },
    { actor: 'project', stored: ['client', 'server', 'admin'], read: ['server'] },
    { actor: 'project', stored: ['client', 'admin'], read: ['admin'] },
  ] as const)('as $actor with $stored keys, only this key is read: $read', async ({ actor, stored, read: expected }) => {
    const { sender } = setUpSender(() => good);
    const asked: string[] = [];
    const reader = (kind: string) => async () => {
      asked.push(kind);
      return `${kind}-key`;
    };
    const keys = Object.fromEntries(stored.map((kind) => [kind, reader(kind)]));
    const session = actor === 'account' ? { session: tokenSource('jwt') } : {};
    await sender.sendEndpoint(read, read.actors[actor], { ...target, keys }, {}, session);
    expect(asked).toEqual(expected);
  });

  test.each(['public', 'known to be missing'])('no key is read for an endpoint that is %s', async (kind) => {
    const { sender } = setUpSender(() => good);
    const keys = { client: vi.fn(async () => 'pck'), admin: vi.fn(async () => 'sak') };
    const missing = endpoint({ method: 'GET', path: '/new', feature: 'oauth-providers', actors: { none: { access: 'client', ...shape } } });
    const asking =
      kind === 'public'
        ? sender.send(open, 'none', { ...target, keys }, { body: { a: '1' } })
        : sender.send(missing, 'none', { ...target, keys, features: async () => ({ 'oauth-providers': false }) }, {});
    await asking.catch(() => undefined);
    expect([keys.client.mock.calls.length, keys.admin.mock.calls.length]).toEqual([0, 0]);
  });

  test('a key that the secret store has lost counts as none: the next one that the endpoint accepts is sent', async () => {
    const { sender, transport } = setUpSender(() => good);
    const keys = { server: async () => null, admin: async () => 'sak_1' };
    await sender.send(read, 'project', { ...target, keys }, { query: { limit: 3 } });
    expect(transport.requests[0]?.headers).toMatchObject({ 'x-stack-access-type': 'admin', 'x-stack-super-secret-admin-key': 'sak_1' });
    const lost = { ...target, keys: { server: async () => null } };
    expect(await reportOf(sender.send(read, 'project', lost, { query: { limit: 3 } }))).toEqual({ code: 'missing-credentials' });
  });

  test('nothing while the keychain cannot be read', async () => {
    const { sender, transport } = setUpSender(() => good);
    const keys = {
      client: async () => {
        throw fail('keychain-locked');
      },
    };
    expect(await reportOf(sender.send(read, 'none', { ...target, keys }, {}))).toEqual({ code: 'keychain-locked' });
    expect(transport.requests).toEqual([]);
  });

  test('to a public endpoint: nothing but the body', async () => {
    const { sender, transport } = setUpSender(() => good);
    await sender.send(open, 'none', target, { body: { a: '1&2' } });
    expect(transport.requests[0]).toMatchObject({ url: 'https://x.test/api/v1/open', body: 'a=1%262' });
    expect(transport.requests[0]?.headers).toEqual({ 'content-type': 'application/x-www-form-urlencoded' });
  });

  test('a body without a user carries no token', async () => {
    const { sender, transport } = setUpSender(() => good);
    await sender.send(write, 'none', target, { body });
    expect(transport.requests[0]).toMatchObject({ method: 'POST', body: '{"password":"correct horse"}' });
    expect(Object.keys(transport.requests[0]?.headers ?? {})).not.toContain('x-stack-access-token');
    expect(transport.requests[0]?.headers['content-type']).toBe('application/json');
  });

  test('each of many calls has its own nonce', async () => {
    const { sender, transport } = setUpSender(() => good);
    for (let count = 0; count < 200; count += 1) await sender.send(read, 'none', target, {});
    expect(new Set(transport.requests.map(({ headers }) => headers['x-stack-random-nonce'])).size).toBe(200);
  });

  test('a nonce is never used twice, not even for another try', async () => {
    const { sender, transport } = setUpSender(inTurn('connection-lost', 'connection-lost', good));
    await sender.send(read, 'none', target, {});
    expect(new Set(transport.requests.map(({ headers }) => headers['x-stack-random-nonce'])).size).toBe(3);
  });

  test.each([
    { actor: 'none', keys: keysInHand({ server: 's', admin: 'a' }) },
    { actor: 'account', keys: {} },
    { actor: 'project', keys: keysInHand({ client: 'p' }) },
  ] as const)('nothing at all without the credentials: $actor', async ({ actor, keys }) => {
    const { sender, transport } = setUpSender(() => good);
    const variant = read.actors[actor];
    const session = actor === 'account' ? { session: tokenSource('jwt') } : {};
    const needsKeys = { ...target, keys, features: async () => ({ 'keyless-clients': false }) };
    expect(await reportOf(sender.sendEndpoint(read, variant, needsKeys, {}, session))).toEqual({ code: 'missing-credentials' });
    expect(transport.requests).toEqual([]);
  });

  test.each([
    ['needs none', { 'keyless-clients': true }],
    ['is not known', {}],
  ] as const)('as a client without a publishable key where the service %s: no key at all', async (_what, features) => {
    const { sender, transport } = setUpSender(() => good);
    const keyless = { ...target, keys: keysInHand({ server: 's', admin: 'a' }), features: async () => features };
    await sender.sendEndpoint(read, read.actors.none, keyless, {});
    expect(keysSent(transport.requests)).toEqual([]);
    expect(transport.requests[0]?.headers).toMatchObject({ 'x-stack-project-id': 'p', 'x-stack-access-type': 'client' });
  });

  test('nothing for an actor that the endpoint does not have', async () => {
    const { sender, transport } = setUpSender(() => good);
    const asking = (async () => sender.send(remove as Endpoint, 'account', target, {}))();
    expect(await reportOf(asking)).toEqual({ code: 'internal' });
    expect(transport.requests).toEqual([]);
  });
});

describe('the server’s time', () => {
  test('is reported for each response, including failures', async () => {
    const onServerTime = vi.fn();
    const date = 'Fri, 20 Nov 2026 12:00:00 GMT';
    for (const answer of [response({ id: 'x' }, { headers: { date } }), response('x', { status: 500, headers: { date } })]) {
      await setUpSender(() => answer)
        .sender.send(read, 'none', { ...target, onServerTime }, {})
        .catch(() => undefined);
    }
    await setUpSender(() => good).sender.send(read, 'none', { ...target, onServerTime }, {});
    expect(onServerTime.mock.calls).toEqual([[date], [date]]);
  });
});

test('redacts the secrets of the request from an error that repeats it', async () => {
  const { sender } = setUpSender((request) =>
    response(JSON.stringify(request), { status: 500, headers: { 'content-type': 'text/plain' } }),
  );
  const reports = [
    await reportOf(sender.send(write, 'none', target, { body })),
    await reportOf(sender.send(read, 'project', target, { query: { limit: 1 } })),
    await reportOf(sender.send(read, 'account', target, {}, { session: tokenSource('eyJ.access.token') })),
  ];
  expect(JSON.stringify(reports)).toContain('***');
  expect(JSON.stringify(reports)).not.toMatch(/correct horse|ssk_server_key|eyJ\.access|refresh_token_1/);
});
