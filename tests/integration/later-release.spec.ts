/** The whole app on later releases, played over HTTP. */

import { describe, expect, test } from 'vitest';
import { fail } from '#contract/errors.ts';
import { createUndiciTransport } from '#main/remote/undici-transport.ts';
import { systemClock } from '#main/runtime/system-clock.ts';
import { release2826, release2886, release10125 } from '#sandbox/testing/release-scene.ts';
import { ada } from '#sandbox/testing/test-sandbox.ts';
import { releaseApp } from '../support/main/release-app';
import { reportOf } from '../support/main/test-ports';
import { createSystemBrowser } from '../support/service/system-browser';
import { signedIn, stepOf } from '../support/steps';

test.each([release2886, release10125])('the first list of users after connecting is complete on %s', async (release) => {
  const { service, played, connectionId } = await releaseApp(release, ['server']);
  const { items } = await service.users.list({ actor: 'project', connectionId, query: { limit: 100 } });
  expect(items.some(({ is_anonymous }) => is_anonymous)).toBe(true);
  const lists = played.requests.filter(({ path, query }) => path === '/users' && query.limit === '100');
  expect(lists.map(({ query }) => query.include_anonymous)).toEqual(['true']);
});

test('an email address with capitals signs in on 2.8.26 right after connecting', async () => {
  const { api, connectionId } = await releaseApp(release2826, ['client']);
  signedIn(await api.signIn.withPassword({ connectionId, email: ada.email.toUpperCase(), password: ada.password }));
});

test('an anonymous account is kept while the daily detection fails', async () => {
  let ahead = 0;
  const transport = createUndiciTransport();
  const { api, service, played, connectionId } = await releaseApp(release2886, ['client'], {
    clock: { ...systemClock, now: () => Date.now() + ahead },
    transport: {
      ...transport,
      send: async (request) => {
        if (ahead > 0 && request.url.endsWith('/check-version')) throw fail('connection-lost');
        return transport.send(request);
      },
    },
  });
  await api.connections.detect({ id: connectionId });
  const { accountId, user } = signedIn(await api.signIn.anonymous({ connectionId }));
  ahead = 2 * 86_400_000;
  const kept = signedIn(await api.signIn.upgrade({ accountId, email: 'kept@x.example', password: 'Analytical-Engine-1843' }));
  expect(kept).toMatchObject({ accountId, upgraded: true });
  const me = await service.users.me({ actor: 'account', connectionId, accountId });
  expect(me).toMatchObject({ id: user?.id, is_anonymous: false, primary_email: 'kept@x.example' });
  expect(played.requests.filter(({ path }) => path === '/auth/password/sign-up')).toHaveLength(1);
});

test('a service under its new name says its release, and has the features of later ones', async () => {
  const { api, connectionId } = await releaseApp(release10125, ['client']);
  expect((await api.connections.test({ id: connectionId })).release).toEqual({ number: '1.0.125', isNewer: true });
  await api.connections.detect({ id: connectionId });
  const connection = (await api.connections.list({})).value.find(({ id }) => id === connectionId);
  expect(connection).toMatchObject({ release: '1.0.125', features: { 'trusted-ports': true, 'keyless-clients': true } });
});

describe.each([
  ['by its project ID alone', []],
  ['with its server key only', ['server']],
  ['with its admin key only', ['admin']],
] as const)('a project opened %s on 2.8.86', (_how, held) => {
  test('signs in with a password, and is used and left without a publishable key', async () => {
    const { api, service, played, connectionId } = await releaseApp(release2886, held);
    const { accountId } = signedIn(await api.signIn.withPassword({ connectionId, ...ada }));
    const sessions = await service.auth.sessions({ actor: 'account', connectionId, accountId, query: { user_id: 'me' } });
    expect(sessions.items.some(({ is_current_session }) => is_current_session)).toBe(true);
    expect(await api.accounts.signOut({ accountId })).toMatchObject({ endedAtService: true });
    expect(played.requests.flatMap(({ headers }) => headers['x-stack-publishable-client-key'] ?? [])).toEqual([]);
  });

  test('signs in through a provider', async () => {
    const { api, opened, connectionId } = await releaseApp(release2886, held);
    const { flowId } = stepOf('browser', await api.signIn.withProvider({ connectionId, provider: 'github' }));
    const waiting = api.signIn.wait({ flowId });
    const authorize = opened.at(-1) ?? '';
    const page = await createSystemBrowser().allow(authorize, 'stranger@elsewhere.example');
    expect(page.status).toBe(200);
    expect(signedIn(await waiting).isNewUser).toBe(true);
  });

  test('reports that the project requires its key', async () => {
    const { api, service, played, connectionId } = await releaseApp(release2886, held);
    const { publishable_client_key: client } = played.projects.demo;
    played.override('project', { 'project.requirePublishableClientKey': true });
    const required = { code: 'known-error', known: 'PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT', status: 401 };
    expect(await reportOf(service.projects.current({ actor: 'none', connectionId }))).toMatchObject(required);
    await api.connections.edit({ id: connectionId, change: { keys: { client } } });
    signedIn(await api.signIn.withPassword({ connectionId, ...ada }));
  });
});
