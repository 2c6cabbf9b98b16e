import { describe, expect, test, vi } from 'vitest';
import type { KnownFeatures } from '#contract/bridge/connections.ts';
import { catalog } from '#contract/service/index.ts';
import { createFakeClock, settle } from '#tests/support/fake-clock.ts';
import { createScriptedTransport, knownError, reportOf, response, seededRandom } from '#tests/support/main/test-ports.ts';
import { keysInHand } from './project-keys';
import { createSender, type Target } from './send';

function setUp() {
  const transport = createScriptedTransport(() => response({ items: [], is_paginated: true, pagination: { next_cursor: null } }));
  const clock = createFakeClock();
  const sender = createSender({ transport, clock, random: seededRandom(), clientVersion: 'x @y/z@1' });
  let detect: (found: KnownFeatures) => void = () => undefined;
  const detected = new Promise<KnownFeatures>((resolve) => {
    detect = resolve;
  });
  const features = vi.fn(() => detected);
  const target: Target = { baseUrl: 'http://x.test', projectId: 'p', keys: keysInHand({ client: 'pck', server: 'ssk' }), features };
  return { sender, transport, target, features, detect };
}

describe('a call that releases have in different forms', () => {
  test('is sent once the release is known, in the form that it takes', async () => {
    const { sender, transport, target, detect } = setUp();
    const listed = sender.send(catalog.users.list, 'project', target, { query: { limit: 5 } });
    await settle();
    expect(transport.requests).toEqual([]);
    detect({ 'anonymous-opt-in': true });
    await listed;
    expect(transport.requests.map(({ url }) => url)).toEqual(['http://x.test/api/v1/users?include_anonymous=true&limit=5']);
  });

  test('can be canceled while the release is being detected', async () => {
    const { sender, transport, target } = setUp();
    const cancel = new AbortController();
    const listed = sender.send(catalog.users.list, 'project', target, { query: {} }, { signal: cancel.signal });
    cancel.abort();
    expect(await reportOf(listed)).toEqual({ code: 'cancelled' });
    expect(transport.requests).toEqual([]);
  });

  test('is refused without a request where the release does not have it', async () => {
    const { sender, transport, target, detect } = setUp();
    detect({ 'oauth-providers': false });
    const listed = sender.send(catalog.oauth.providers, 'project', target, { query: { user_id: crypto.randomUUID() } });
    expect(await reportOf(listed)).toEqual({ code: 'not-offered-by-service' });
    expect(transport.requests).toEqual([]);
  });
});

test('a call that is the same on every release does not wait', async () => {
  const { sender, transport, target, features } = setUp();
  await sender.send(catalog.projects.current, 'none', target, {}).catch(() => undefined);
  expect([transport.requests.length, features.mock.calls.length]).toEqual([1, 0]);
});

describe('the names of the headers', () => {
  function send(headerPrefix: Target['headerPrefix'], ...answers: readonly ReturnType<typeof response>[]) {
    const left = [...answers];
    const transport = createScriptedTransport(() => left.shift() ?? response({ items: [], is_paginated: false }));
    const sender = createSender({ transport, clock: createFakeClock(), random: seededRandom(), clientVersion: 'x @y/z@1' });
    const target: Target = {
      baseUrl: 'http://x.test',
      projectId: 'p',
      keys: keysInHand({ server: 'ssk' }),
      ...(headerPrefix && { headerPrefix }),
    };
    const sent = sender.send(catalog.teams.list, 'project', target, { query: {} });
    const prefixes = (): string[][] =>
      transport.requests.map(({ headers }) => [...new Set(Object.keys(headers).map((name) => name.split('-', 2).join('-')))]);
    return { sent, prefixes, transport };
  }

  test.each<[string, Target['headerPrefix'], string]>([
    ['are the former ones where nothing is known', undefined, 'x-stack'],
    ['are the former ones of a service that has only them', () => 'x-stack-', 'x-stack'],
    ['are the present ones of a service that has them', () => 'x-hexclave-', 'x-hexclave'],
  ])('%s', async (_what, headerPrefix, expected) => {
    const { sent, prefixes, transport } = send(headerPrefix);
    await sent;
    expect(prefixes()).toEqual([[expected]]);
    expect(transport.requests[0]?.headers[`${expected}-secret-server-key`]).toBe('ssk');
  });

  test.each(['ACCESS_TYPE_REQUIRED', 'CANNOT_GET_OWN_USER_WITHOUT_USER', 'USER_AUTHENTICATION_REQUIRED'])(
    'are the former ones again once an earlier release answers with %s',
    async (code) => {
      const { sent, prefixes } = send(() => 'x-hexclave-', knownError(code, 400));
      await sent;
      expect(prefixes()).toEqual([['x-hexclave'], ['x-stack']]);
    },
  );

  test('are tried once each', async () => {
    const { sent, prefixes } = send(() => 'x-hexclave-', knownError('ACCESS_TYPE_REQUIRED', 400), knownError('ACCESS_TYPE_REQUIRED', 400));
    expect(await reportOf(sent)).toMatchObject({ known: 'ACCESS_TYPE_REQUIRED' });
    expect(prefixes()).toEqual([['x-hexclave'], ['x-stack']]);
  });
});
