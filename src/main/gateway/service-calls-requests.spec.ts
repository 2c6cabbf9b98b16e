/** Requests that the service receives from calls: the real sender, safety level and secret references with a scripted service. */

import { describe, expect, test } from 'vitest';
import type { KnownFeatures } from '#contract/bridge/connections.ts';
import type { Write } from '#contract/bridge/data.ts';
import type { SlowCall } from '#contract/bridge/diagnostics.ts';
import type { SafetyLevel } from '#contract/bridge/safety.ts';
import type { ServiceCall } from '#contract/dispatch.ts';
import type { ErrorCode } from '#contract/error-codes.ts';
import { AppError, fail } from '#contract/errors.ts';
import { catalog } from '#contract/service/index.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { completed } from '#tests/support/main/connection-targets.ts';
import { presenceScene } from '#tests/support/main/presence-scene.ts';
import { asAccount as me } from '#tests/support/main/service-calls-scene.ts';
import { createScriptedTransport, knownError, reportOf, response, seededRandom } from '#tests/support/main/test-ports.ts';
import { sampleConnection } from '#tests/support/samples/sample-connection.ts';
import { sampleUser } from '#tests/support/samples/sample-user.ts';
import type { TransportResponse } from '../ports/ports';
import { keysInHand } from '../remote/project-keys';
import { createSender } from '../remote/send';
import { createTopic } from '../runtime/topics';
import { createSafety } from './safety';
import { createSecretReferences } from './secret-references';
import { createServiceCalls } from './service-calls';
import { createSlowCalls } from './slow-calls';

const keys = { client: 'pck', server: 'ssk', admin: 'sak' };
const missing = response("404 — this page does not exist in Stack Auth's API.", { status: 404 });

/** Calls of a connection with one account, `a`; `answers` are the service's responses by method and path, all others are missing. */
function setUp(answers: Readonly<Record<string, TransportResponse | AppError>>) {
  const writes: Write[] = [];
  const clock = createFakeClock({ hasteUpTo: 2_000 });
  const routeOf = (method: string, url: string) => `${method} ${new URL(url).pathname.replace('/api/v1', '')}`;
  const transport = createScriptedTransport(({ method, url }) => {
    const answer = answers[routeOf(method, url)] ?? missing;
    if (answer instanceof AppError) throw answer;
    return answer;
  });
  const state = { record: sampleConnection, features: {} as KnownFeatures, whileTokensAreRead: () => {} };
  const tokens = async () => {
    state.whileTokensAreRead();
    return { access: 'jwt', refresh: 'r' };
  };
  const callService = createServiceCalls({
    sender: createSender({ transport, clock, random: seededRandom(), clientVersion: 'electron @latchkey/desktop@1.0.0' }),
    connections: {
      find: (id) => {
        if (id !== 'c') throw fail('unknown-connection');
        return state.record;
      },
      targetOf: async ({ baseUrl }) => {
        const { features } = state;
        return { isComplete: false, baseUrl: baseUrl ?? '', projectId: 'p', keys: keysInHand(keys), features: async () => features };
      },
    },
    safety: createSafety({ ...presenceScene(), isReadOnly: () => false }),
    releases: {
      async redetect() {
        state.features = { 'internal-project-path': true };
        return { release: null, features: state.features, at: 0 };
      },
    },
    sessions: {
      isImpersonated: () => false,
      source(accountId) {
        if (accountId !== 'a') throw fail('unknown-account');
        return { tokens, refuse: () => undefined };
      },
      describe: async () => undefined,
      complete: (_connectionId, target) => completed(target),
      target: () => Promise.reject(fail('unknown-connection')),
    },
    secretReferences: createSecretReferences(clock, () => 'reference'),
    onWrite: (write) => writes.push(write),
    slowCalls: createSlowCalls(
      createTopic<SlowCall[]>('diagnostics.slowCalls', [], () => undefined),
      clock,
      () => 'slow',
    ),
  });
  return {
    state,
    writes,
    call: (asked: ServiceCall) => callService(asked, { windowId: 'w' }),
    routes: () => transport.requests.map(({ method, url }) => routeOf(method, url)),
    headers: () => transport.requests.map((request) => request.headers),
    bodies: () => transport.requests.map(({ body }) => (body === undefined ? null : JSON.parse(String(body)))),
    use(safety: SafetyLevel) {
      state.record = { ...sampleConnection, safety };
    },
  };
}

const renameMe: ServiceCall = { ...me, name: 'users.updateMe', endpoint: catalog.users.updateMe, input: { body: { display_name: 'Ada' } } };
const definitions: ServiceCall = {
  name: 'permissions.teamDefinitions',
  endpoint: catalog.permissions.teamDefinitions,
  actor: 'project',
  connectionId: 'c',
  input: {},
};
const updateDefinition: ServiceCall = {
  ...definitions,
  name: 'permissions.updateTeamDefinition',
  endpoint: catalog.permissions.updateTeamDefinition,
  input: { params: { id: 'writer' }, body: { id: 'author' } },
};
const contains = { items: [{ id: 'writer', description: 'May write', contained_permission_ids: ['reader'] }], is_paginated: false };

describe('credentials', () => {
  test('an account’s call carries its tokens and no key of a server or an admin', async () => {
    const { call, headers, routes } = setUp({ 'GET /users/me': response(sampleUser) });
    expect(await call(me)).toEqual(sampleUser);
    expect(routes()).toEqual(['GET /users/me']);
    expect(headers()).toMatchObject([{ 'x-stack-access-type': 'client', 'x-stack-access-token': 'jwt' }]);
    expect(JSON.stringify(headers())).not.toMatch(/ssk|sak/);
  });

  test('a project’s call carries a key and no tokens, whatever account is named', async () => {
    const { call, headers } = setUp({ 'GET /team-permission-definitions': response(contains) });
    expect(await call({ ...definitions, accountId: 'a' })).toEqual(contains);
    expect(JSON.stringify(headers())).toMatch(/ssk|sak/);
    expect(headers().flatMap((sent) => Object.keys(sent))).not.toContain('x-stack-access-token');
  });
});

describe('a call that is refused sends nothing', () => {
  test.each([
    { asked: { ...me, connectionId: 'x' }, safety: 'normal', code: 'unknown-connection' },
    { asked: { ...me, accountId: 'x' }, safety: 'normal', code: 'unknown-account' },
    { asked: { ...me, actor: 'project' }, safety: 'normal', code: 'internal' },
    { asked: renameMe, safety: 'read-only', code: 'read-only-connection' },
    { asked: updateDefinition, safety: 'confirm-writes', code: 'confirmation-required' },
  ] as const)('$code', async ({ asked, safety, code }) => {
    const { call, routes, use } = setUp({});
    use(safety);
    expect(await reportOf(call(asked))).toMatchObject({ code });
    expect(routes()).toEqual([]);
  });

  test('when the connection becomes read-only while its tokens are read', async () => {
    const { call, routes, state, use } = setUp({});
    state.whileTokensAreRead = () => use('read-only');
    expect(await reportOf(call(renameMe))).toEqual({ code: 'read-only-connection' });
    expect(routes()).toEqual([]);
  });

  test('except for reads', async () => {
    const { call, routes, state, use } = setUp({ 'GET /users/me': response(sampleUser) });
    state.whileTokensAreRead = () => use('read-only');
    await call(me);
    expect(routes()).toEqual(['GET /users/me']);
  });
});

describe('differences between releases', () => {
  const readProject: ServiceCall = {
    name: 'projects.read',
    endpoint: catalog.projects.read,
    actor: 'project',
    connectionId: 'c',
    input: {},
  };

  test('retries a missing path once at its other path', async () => {
    const { call, routes } = setUp({ 'GET /internal/projects/current': knownError('ADMIN_AUTHENTICATION_REQUIRED', 401) });
    expect(await reportOf(call(readProject))).toMatchObject({ known: 'ADMIN_AUTHENTICATION_REQUIRED' });
    expect(routes()).toEqual(['GET /projects/current', 'GET /internal/projects/current']);
  });

  test('does not retry when that path is missing, too', async () => {
    const { call, routes } = setUp({});
    expect(await reportOf(call(readProject))).toMatchObject({ status: 404 });
    expect(routes()).toEqual(['GET /projects/current', 'GET /internal/projects/current']);
  });

  test('completes an update of a permission with the current values', async () => {
    const route = '/team-permission-definitions';
    const { call, routes, bodies } = setUp({
      [`GET ${route}`]: response(contains),
      [`PATCH ${route}/writer`]: response({ id: 'author', contained_permission_ids: ['reader'] }),
    });
    await call(updateDefinition);
    expect(routes()).toEqual([`GET ${route}`, `PATCH ${route}/writer`]);
    expect(bodies()).toEqual([null, { id: 'author', description: 'May write', contained_permission_ids: ['reader'] }]);
  });
});

describe('a write is pushed to every window', () => {
  const route = 'PATCH /users/me';
  const pushed = [{ endpoint: 'users.updateMe', connectionId: 'c' }];

  test('once it succeeded', async () => {
    const { call, writes } = setUp({ [route]: response(sampleUser) });
    await call(renameMe);
    expect(writes).toEqual(pushed);
  });

  test.each<[what: string, code: ErrorCode]>([
    ['whose response was lost', 'connection-lost'],
    ['that timed out', 'timed-out'],
  ])('%s', async (_what, code) => {
    const { call, writes } = setUp({ [route]: fail(code) });
    expect(await reportOf(call(renameMe))).toMatchObject({ code });
    expect(writes).toEqual(pushed);
  });

  test('but not one that the service refused', async () => {
    const { call, writes } = setUp({ [route]: knownError('SCHEMA_ERROR', 400) });
    expect(await reportOf(call(renameMe))).toMatchObject({ code: 'known-error' });
    expect(writes).toEqual([]);
  });

  test('that was refused when it was repeated, because the first request, which was lost, may have had its effect', async () => {
    const responses = [fail('connection-lost'), knownError('INVALID_SUPER_SECRET_ADMIN_KEY', 401)];
    const { call, writes } = setUp({
      get 'DELETE /projects/current'() {
        return responses.shift() ?? missing;
      },
    });
    const remove: ServiceCall = {
      name: 'projects.delete',
      endpoint: catalog.projects.delete,
      actor: 'project',
      connectionId: 'c',
      input: {},
    };
    expect(await reportOf(call(remove))).toMatchObject({ known: 'INVALID_SUPER_SECRET_ADMIN_KEY' });
    expect(writes).toEqual([{ endpoint: 'projects.delete', connectionId: 'c' }]);
  });

  test('with the ID of what it deleted, unless that isn’t known', async () => {
    const responses = [response({ success: true }), knownError('INVALID_SECRET_SERVER_KEY', 401)];
    const { call, writes } = setUp({
      get 'DELETE /users/3241a285-8329-4d69-8f3d-316e08cf140c'() {
        return responses.shift() ?? missing;
      },
    });
    const { endpoint, ...place } = { endpoint: catalog.users.delete, actor: 'project', connectionId: 'c' } as const;
    const remove: ServiceCall = {
      ...place,
      name: 'users.delete',
      endpoint,
      input: { params: { user_id: '3241a285-8329-4d69-8f3d-316e08cf140c' } },
    };
    await call(remove);
    await reportOf(call(remove));
    expect(writes).toEqual([{ endpoint: 'users.delete', connectionId: 'c', deletedIds: ['3241a285-8329-4d69-8f3d-316e08cf140c'] }]);
  });

  test('but not one that was never sent', async () => {
    const { call, writes, use } = setUp({});
    use('read-only');
    expect(await reportOf(call(renameMe))).toEqual({ code: 'read-only-connection' });
    expect(writes).toEqual([]);
  });

  test('and a read never', async () => {
    const { call, writes } = setUp({ 'GET /users/me': response(sampleUser) });
    await call(me);
    expect(writes).toEqual([]);
  });
});
