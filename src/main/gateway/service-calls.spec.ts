import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { Catalog, Endpoint } from '#contract/definitions.ts';
import type { ServiceCall } from '#contract/dispatch.ts';
import { fail } from '#contract/errors.ts';
import { catalog } from '#contract/service/index.ts';
import { asAccount, setUp, source, user } from '#tests/support/main/service-calls-scene.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';

describe('a call', () => {
  test('of an account is sent with that account’s tokens', async () => {
    const { call, sendEndpoint, accounts } = setUp();
    expect(await call(asAccount)).toEqual(user);
    expect(accounts.source.mock.calls).toEqual([['a', 'c']]);
    expect(sendEndpoint.mock.calls[0]).toMatchObject([
      catalog.users.me,
      catalog.users.me.actors.account,
      { projectId: 'p' },
      {},
      { session: source },
    ]);
    expect(sendEndpoint.mock.calls[0]?.[2].onServerTime).toBeDefined();
  });

  test('for own sessions ends the account’s session when it is not listed; one for a user’s sessions does not', async () => {
    const { call, accounts } = setUp({ items: [], is_paginated: false });
    const refuse = vi.fn();
    const tokens = async () => {
      if (refuse.mock.calls.length > 0) throw fail('session-ended');
      return { access: 'jwt', refresh: null };
    };
    accounts.source.mockReturnValue({ tokens, refuse });
    const list = { name: 'auth.sessions', endpoint: catalog.auth.sessions, connectionId: 'c' };
    expect(await call({ ...list, actor: 'project', input: { query: { user_id: 'u' } } })).toMatchObject({ items: [] });
    const own: ServiceCall = { ...list, actor: 'account', accountId: 'a', input: { query: { user_id: 'me' } } };
    expect(await reportOf(call(own))).toEqual({ code: 'session-ended' });
  });
});

/** Returns an endpoint by its name, as `users.me`. */
function endpointOf(name: string): Endpoint {
  const [group = '', key = ''] = name.split('.');
  const endpoint = (catalog as Catalog)[group]?.[key];
  if (endpoint === undefined) throw new Error(`no endpoint ${name}`);
  return { ...endpoint, actors: { ...endpoint.actors, account: endpoint.actors.account ?? { access: 'client', response: z.unknown() } } };
}

describe('effect of responses on accounts', () => {
  test.each(['users.me', 'users.updateMe', 'users.read', 'users.update'])('%s updates the account’s name', async (name) => {
    const { call, accounts } = setUp();
    await call({ ...asAccount, name, endpoint: endpointOf(name) });
    expect(accounts.describe.mock.calls).toEqual([['c', user]]);
  });

  test.each(['users.list', 'teams.list', 'auth.revokeSession', 'projects.current'])('%s does not update it', async (name) => {
    const { call, accounts } = setUp();
    await call({ ...asAccount, name, endpoint: endpointOf(name) });
    expect(accounts.describe).not.toHaveBeenCalled();
  });
});

test('a call succeeds when the user’s name can’t be stored', async () => {
  const { call, accounts } = setUp();
  accounts.describe.mockRejectedValue(fail('profile-not-writable'));
  expect(await call(asAccount)).toEqual(user);
  accounts.describe.mockRejectedValue(new TypeError('ours'));
  await expect(call(asAccount)).rejects.toThrow('ours');
});

describe('an endpoint with different paths in different releases', () => {
  const missing = fail('service-error', { status: 404, text: "404 — this page does not exist in Stack Auth's API." });
  const readProject: ServiceCall = {
    name: 'projects.read',
    endpoint: catalog.projects.read,
    actor: 'project',
    connectionId: 'c',
    input: {},
  };

  test.each([
    { what: 'the path was missing', thrown: missing },
    { what: 'something else was found there', thrown: fail('bad-response', { status: 200, path: 'description' }) },
  ])('is called once more at its new path after $what', async ({ thrown }) => {
    const { call, releases, sendEndpoint, know } = setUp();
    sendEndpoint.mockRejectedValueOnce(thrown);
    releases.redetect.mockImplementation(async () => {
      know({ 'internal-project-path': true });
      return { release: null, features: {}, at: 0 };
    });
    await call(readProject);
    const known = await Promise.all(sendEndpoint.mock.calls.map(([, , to]) => to.features?.()));
    expect(known).toEqual([{}, { 'internal-project-path': true }]);
    sendEndpoint.mockRejectedValue(missing);
    expect(await reportOf(call(readProject))).toMatchObject({ status: 404 });
  });

  test.each([
    { what: 'a path that is still missing', thrown: missing, asked: 1 },
    { what: 'a user that is missing', thrown: fail('service-error', { status: 404, text: 'Project not found' }), asked: 0 },
  ])('is not sent again after $what', async ({ thrown, asked }) => {
    const { call, releases, sendEndpoint } = setUp();
    sendEndpoint.mockRejectedValue(thrown);
    expect(await reportOf(call(readProject))).toMatchObject({ status: 404 });
    expect([sendEndpoint.mock.calls.length, releases.redetect.mock.calls.length]).toEqual([1, asked]);
  });

  test('is not sent again after a response to a write that doesn’t fit, because it may be done', async () => {
    const { call, releases, sendEndpoint } = setUp();
    sendEndpoint.mockRejectedValue(fail('bad-response', { status: 200, path: 'description' }));
    const deletion: ServiceCall = { ...readProject, name: 'projects.delete', endpoint: catalog.projects.delete };
    expect(await reportOf(call(deletion))).toMatchObject({ code: 'bad-response' });
    expect([sendEndpoint.mock.calls.length, releases.redetect.mock.calls.length]).toEqual([1, 0]);
  });
});

test('completes a project update with values that would change by being left out', async () => {
  const project = { description: 'Analytical', config: { id: 'config', allow_localhost: true, oauth_providers: [] } };
  const { call, sendEndpoint } = setUp(project);
  const update: ServiceCall = {
    name: 'projects.update',
    endpoint: catalog.projects.update,
    actor: 'project',
    connectionId: 'c',
    input: { body: { display_name: 'Engines' } },
  };
  await call(update);
  expect(sendEndpoint.mock.calls.map(([endpoint]) => endpoint.method)).toEqual(['GET', 'PATCH']);
  expect(sendEndpoint.mock.calls[1]?.[3]).toEqual({
    body: { display_name: 'Engines', description: 'Analytical', config: { allow_localhost: true } },
  });
});

describe.each([
  ['permissions.updateTeamDefinition', catalog.permissions.updateTeamDefinition],
  ['permissions.updateProjectDefinition', catalog.permissions.updateProjectDefinition],
])('%s completes the definition with the fields that later releases would clear', (name, endpoint) => {
  const known = { id: 'writer', description: 'May write', contained_permission_ids: ['reader'] };
  const bare = { id: 'reader', contained_permission_ids: [] };
  test.each([
    ['nothing', 'writer', {}, { description: 'May write', contained_permission_ids: ['reader'] }],
    ['a name', 'writer', { id: 'author' }, { id: 'author', description: 'May write', contained_permission_ids: ['reader'] }],
    ['no text', 'writer', { description: '' }, { description: '', contained_permission_ids: ['reader'] }],
    ['nothing contained', 'writer', { contained_permission_ids: [] }, { description: 'May write', contained_permission_ids: [] }],
    ['one without a text', 'reader', { id: 'viewer' }, { id: 'viewer', contained_permission_ids: [] }],
    ['one that is not there', 'gone', { description: 'x' }, { description: 'x' }],
  ])('%s', async (_what, id, body, sent) => {
    const { call, sendEndpoint } = setUp({ items: [bare, known] });
    await call({ name, endpoint, actor: 'project', connectionId: 'c', input: { params: { id }, body } });
    expect(sendEndpoint.mock.calls.map(([{ method, path }]) => [method, path])).toEqual([
      ['GET', endpoint.path.replace('/{id}', '')],
      ['PATCH', endpoint.path],
    ]);
    expect(sendEndpoint.mock.calls[1]?.[3]).toEqual({ params: { id }, body: sent });
  });

  test('fails without a change when the definition may be one that was omitted from the list', async () => {
    const { call, sendEndpoint } = setUp({ items: [bare], omitted: { count: 1, path: 'items.1.id' } });
    const update = {
      name,
      endpoint,
      actor: 'project',
      connectionId: 'c',
      input: { params: { id: 'writer' }, body: { description: 'x' } },
    } as const;
    expect(await reportOf(call(update))).toEqual({ code: 'bad-response', path: 'items.1.id' });
    expect(sendEndpoint.mock.calls.map(([{ method }]) => method)).toEqual(['GET']);
  });
});
