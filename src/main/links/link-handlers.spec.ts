import { describe, expect, test, vi } from 'vitest';
import type { CallbackPurpose } from '#contract/bridge/callbacks.ts';
import type { Connection } from '#contract/bridge/connections.ts';
import type { LinkSummary } from '#contract/bridge/links.ts';
import { fail } from '#contract/errors.ts';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { memoryViewState } from '#tests/support/main/memory-view-state.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { createCallbackAddresses } from '../callback/callback-address';
import { createHandlerSites, createProjectSites } from '../callback/project-sites';
import type { ProjectTrust } from '../callback/project-trust';
import { createTopic } from '../runtime/topics';
import type { Ended } from '../sign-in/oauth/oauth-callbacks';
import { createLinkHandlers } from './link-handlers';
import { createPendingLinks } from './pending-links';

const code = '0123456789abcdefghjkmnpqrstvwxyz0123456789abc';
const caller = { windowId: 'w' } as never;

const connection = (id: string, handlerBase: string): Connection => ({
  ...{ id, kind: 'project', name: id, baseUrl: 'https://api.example', projectId: 'p', environment: 'development', colour: null },
  ...{ handlerBase, safety: 'normal', requirePresence: false, group: null, pinned: false, release: null, features: null },
  credentials: { client: true, server: false, admin: false, owner: null },
});

function setUp(stored: Record<string, JsonValue> = {}, ended: () => Promise<Ended> = async () => 'unknown') {
  const connections = createTopic('connections.list', [connection('c', '/auth'), connection('d', '/handler')], () => undefined);
  const links = createTopic<LinkSummary[]>('links.list', [], () => undefined);
  const ofC = memoryViewState(stored);
  const ofD = memoryViewState();
  const own = (id: string) => (id === 'c' ? ofC : ofD);
  const viewState: typeof ofC = {
    kept: ofC.kept,
    read: (id) => own(id).read(id),
    write: (id, key, value) => own(id).write(id, key, value),
  };
  const trust: { now: ProjectTrust | null } = { now: null };
  const handlerBaseOf = (id: string) => connections.get().value.find((one) => one.id === id)?.handlerBase ?? '/';
  const known = { viewState, destinationOf: () => 'https://x.test p', handlerBaseOf };
  const sites = createProjectSites(known);
  const handlerSites = createHandlerSites({ ...known, sites });
  const callbackServer = { listenFor: async () => 'http://localhost:47810', likelyOrigin: () => 'http://localhost:47810' };
  const callbacks = createCallbackAddresses({ callbackServer, readTrustSettings: async () => trust.now, sites, handlerSites, ...known });
  const addressOf = (purpose: CallbackPurpose) => callbacks.address({ connectionId: 'c', destination: known.destinationOf() }, purpose);
  const end = vi.fn(ended);
  const checkPresence = vi.fn();
  let number = 0;
  const pendingLinks = createPendingLinks({ topic: links, connections, newId: () => `l${++number}` });
  const handlers = createLinkHandlers({
    pendingLinks,
    handlerSites,
    topics: { 'links.list': links, 'connections.list': connections },
    acceptDeps: { oauth: { end } } as never,
    selfTest: { run: vi.fn(), register: vi.fn() },
    findConnection: (id) => ({ id }) as never,
    checkPresence,
  });
  const open = (text: string, connectionId?: string) => handlers.open({ text, connectionId }, caller);
  const accept = (id: string, connectionId: string) => handlers.accept({ id, connectionId }, caller);
  return { checkPresence, accept, callbacks, addressOf, trust, open, end, viewState, shown: () => links.get().value };
}

describe('a link with a redirect URL from the app', () => {
  test.each<[string, ProjectTrust | null, string | null, string]>([
    ['of a named site', null, 'https://app.example', 'https://app.example/auth/'],
    ['of a named site below a path', null, 'https://app.example/de', 'https://app.example/de/auth/'],
    [
      'of a trusted domain with its own handler path',
      { allow_localhost: false, domains: [{ domain: 'https://app.example', handler_path: '/account/pages' }] },
      ...([null, 'https://app.example/account/pages/'] as const),
    ],
    [
      'of a trusted domain whose pages are at its root',
      { allow_localhost: false, domains: [{ domain: 'https://app.example', handler_path: '/' }] },
      ...([null, 'https://app.example/'] as const),
    ],
  ])('can be pasted: %s', async (_what, trusted, site, start) => {
    const { callbacks, addressOf, trust, open, shown } = setUp();
    trust.now = trusted;
    if (site !== null) await callbacks.nameSite('c', site);
    const address = await addressOf('magic-link-callback');
    expect(address.startsWith(start)).toBe(true);
    // The site that was chosen for the next email doesn’t matter for the one that was sent.
    trust.now = null;
    if (site !== null) await callbacks.nameSite('c', 'https://elsewhere.example');
    await open(`${address}?code=${code}`);
    expect(shown()).toMatchObject([{ kind: 'magic-link', host: 'app.example', connectionId: 'c' }]);
  });

  test('is one that the site’s user requests there, too', async () => {
    const { callbacks, open, shown } = setUp();
    await callbacks.nameSite('c', 'https://app.example/de');
    await open(`https://app.example/de/auth/password-reset?code=${code}`);
    expect(shown()).toMatchObject([{ kind: 'password-reset', connectionId: 'c' }]);
  });
});

test.each([
  'https://app.example/fr/auth/sign-in',
  'https://app.example/de/author/sign-in',
  'https://app.example/de/sign-in',
  'https://app.example/de/auth/../sign-in',
])('a link beside the known paths stays unreadable: %s', async (text) => {
  const { callbacks, open } = setUp();
  await callbacks.nameSite('c', 'https://app.example/de');
  expect(await reportOf(open(text))).toEqual({ code: 'link-unreadable' });
});

test.each<JsonValue>([7, 'https://app.example/de/auth', ['javascript:alert(1)'], [7], { 0: 'https://app.example/de/auth' }])(
  'what a page wrote in place of the remembered sites is ignored: %j',
  async (stored) => {
    const { open } = setUp({ 'handler-places': stored });
    expect(await reportOf(open('https://app.example/de/auth/sign-in'))).toEqual({ code: 'link-unreadable' });
  },
);

test('view state that can’t be read or written keeps no address from being used and no link from being pasted', async () => {
  const { addressOf, open, viewState, shown, trust } = setUp();
  trust.now = { allow_localhost: false, domains: [{ domain: 'https://app.example', handler_path: '/auth' }] };
  Object.assign(viewState, {
    write: async () => {
      throw fail('profile-not-writable');
    },
  });
  const address = await addressOf('magic-link-callback');
  Object.assign(viewState, {
    read: async () => {
      throw fail('profile-not-writable');
    },
  });
  await open(`${address}?code=${code}`);
  expect(shown()).toMatchObject([{ kind: 'magic-link', connectionId: 'c' }]);
});

describe('a pasted error', () => {
  const state = 's'.repeat(43);
  const text = `http://localhost:47810/handler/error?connection=c&state=${state}&errorCode=SIGN_UP_NOT_ENABLED`;

  test.each<[Ended, boolean]>([
    ['link', true],
    ['sign-in', false],
    ['waited-for', false],
    ['unknown', false],
  ])('ends its sign-in, which was %s', async (ended, connects) => {
    const { open, end, shown } = setUp({}, async () => ended);
    await open(text);
    expect(end.mock.calls).toMatchObject([[{ state, error: { code: 'SIGN_UP_NOT_ENABLED' } }]]);
    expect(shown()).toMatchObject([{ kind: 'error', connects }]);
  });

  test('is still about connecting a provider when it is pasted again', async () => {
    const ended: Ended[] = ['link', 'unknown'];
    const { open, shown } = setUp({}, async () => ended.shift() ?? 'unknown');
    await open(text);
    await open(text);
    expect(shown()).toMatchObject([{ kind: 'error', connects: true }]);
  });

  test('is shown while the keychain is locked', async () => {
    const { open, shown } = setUp({}, () => Promise.reject(fail('keychain-locked')));
    await open(text);
    expect(shown()).toMatchObject([{ kind: 'error', connects: false }]);
  });

  test('is the only link that ends anything by being pasted', async () => {
    const { open, end } = setUp();
    await open(`http://localhost:47810/handler/oauth-callback?connection=c&state=${state}&code=${'c'.repeat(64)}`);
    await open('http://localhost:47810/handler/sign-out');
    expect(end).not.toHaveBeenCalled();
  });
});

describe('presence', () => {
  const refused = fail('presence-not-verified');

  test('is required before a program gets a session, and the link stays pending without it', async () => {
    const { open, accept, checkPresence, shown } = setUp();
    checkPresence.mockImplementation(() => {
      throw refused;
    });
    const { id } = await open(`latchkey://cli-auth-confirm?login_code=${code}`);
    await expect(accept(id, 'c')).rejects.toBe(refused);
    const call = { name: 'links.accept', input: { id, connectionId: 'c' }, connections: [{ id: 'c' }] };
    expect(checkPresence.mock.calls).toEqual([[call, caller]]);
    expect(shown().map((link) => link.id)).toEqual([id]);
  });

  test('isn’t required by a link that opens a screen', async () => {
    const { open, accept, checkPresence } = setUp();
    const { id } = await open('latchkey://c/p/users/u1');
    await accept(id, 'c').catch(() => undefined);
    expect(checkPresence).not.toHaveBeenCalled();
  });
});
