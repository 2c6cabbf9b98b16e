import { describe, expect, test, vi } from 'vitest';
import { fail } from '#contract/errors.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { sampleConnection } from '#tests/support/samples/sample-connection.ts';
import type { Gateway } from '../gateway/create-gateway';
import { createSecretReferences } from '../gateway/secret-references';
import type { ConnectionRecord } from '../records/connections-file';
import { destinationOfRecord } from '../records/destination';
import { createOpenPortal } from './webhook-portal';

const caller = { windowId: 'w1' };
const portal = 'https://portal.example/login#key=eyJ0b2tlbiI6Im5ldmVyIn0';
const elsewhere = 'https://api.x.test';

/** A window that received a portal's URL from the connection's service. */
function setUp(url: string, baseUrl: string | null = elsewhere) {
  const state: { connection: ConnectionRecord } = { connection: { ...sampleConnection, baseUrl } };
  let made = 0;
  const references = createSecretReferences(createFakeClock(), () => `ref-${++made}`);
  const owner = { ...caller, connectionId: 'c', destination: destinationOfRecord(state.connection) };
  const { url: withheld } = references.replaceSecrets<{ url: unknown }>({ url }, ['url'], owner);
  const opened: string[] = [];
  const checkPresence = vi.fn<Gateway['checkPresence']>();
  const { open } = createOpenPortal({
    find: () => state.connection,
    gateway: { checkPresence, readSecret: references.readOf },
    openUrl: async (target) => void opened.push(target),
  });
  const input = { connectionId: 'c', ref: (withheld as { ref: string }).ref };
  return { open, input, opened, checkPresence, state };
}

test('the portal is opened in the browser, and its URL isn’t returned', async () => {
  const { open, input, opened } = setUp(portal);
  expect(await open(input, caller)).toBeNull();
  expect(opened).toEqual([portal]);
});

test('the portal of a service on this machine may be on it, too', async () => {
  for (const baseUrl of ['http://localhost:8102', 'http://127.0.0.1:8102', null]) {
    const { open, input, opened } = setUp('http://localhost:8071/login?key=x', baseUrl);
    await open(input, caller);
    expect(opened).toEqual(['http://localhost:8071/login?key=x']);
  }
});

test.each([
  ['no URL', 'portal', elsewhere],
  ['nothing', '', elsewhere],
  ['a path', '/login', elsewhere],
  ['no host', 'https://', elsewhere],
  ['unencrypted HTTP', 'http://portal.example/login', elsewhere],
  ['unencrypted HTTP, from a service on this machine', 'http://portal.example/login', 'http://localhost:8102'],
  ['a host that looks like this machine', 'http://localhost.example/login', 'http://localhost:8102'],
  ['a server on this machine, from a service elsewhere', 'http://localhost:8071/login', elsewhere],
  ['such a server over HTTPS', 'https://127.0.0.1/login', elsewhere],
  ['a password', 'https://user:pass@portal.example/', elsewhere],
  ['a user', 'https://portal.example@evil.example/', elsewhere],
  ['a script', 'javascript:alert(1)', elsewhere],
  ['a file', 'file:///etc/passwd', elsewhere],
  ['data', 'data:text/html,hello', elsewhere],
  ['the app’s own links', 'latchkey://handler/oauth-callback', elsewhere],
  ['an authenticator app', 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP', elsewhere],
])('an address that is %s is refused, and not part of the error', async (_what, url, baseUrl) => {
  const { open, input, opened } = setUp(url, baseUrl);
  expect(await reportOf(open(input, caller))).toEqual({ code: 'portal-url-refused' });
  expect(opened).toEqual([]);
});

describe('a reference is refused', () => {
  test.each([
    ['of another window', { windowId: 'w2' }, {}, elsewhere],
    ['that is unknown', caller, { ref: 'none' }, elsewhere],
    ['of another connection', caller, { connectionId: 'd' }, elsewhere],
    ['of a server to which the connection no longer points', caller, {}, 'https://other.test'],
  ])('%s', async (_what, from, own, baseUrl) => {
    const { open, input, opened, state } = setUp(portal);
    state.connection = { ...state.connection, baseUrl };
    expect(await reportOf(open({ ...input, ...own }, from))).toEqual({ code: 'secret-expired' });
    expect(opened).toEqual([]);
  });
});

test('presence is required before the URL is read', async () => {
  const { open, input, opened, checkPresence, state } = setUp(portal);
  checkPresence.mockImplementationOnce(() => {
    throw fail('presence-unavailable');
  });
  expect(await reportOf(open(input, caller))).toEqual({ code: 'presence-unavailable' });
  expect(opened).toEqual([]);
  expect(checkPresence).toHaveBeenCalledWith({ name: 'webhookPortal.open', input, connections: [state.connection] }, caller);
});
