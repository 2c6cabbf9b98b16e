import { describe, expect, test, vi } from 'vitest';
import type { KnownFeatures } from '#contract/bridge/connections.ts';
import { catalog } from '#contract/service/index.ts';
import { createFakeClock, settle } from '#tests/support/fake-clock.ts';
import { createScriptedTransport, reportOf, response, seededRandom } from '#tests/support/test-ports.ts';
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
