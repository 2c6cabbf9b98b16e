import { describe, expect, test, vi } from 'vitest';
import type { CallbackPurpose } from '#contract/bridge/callbacks.ts';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { memoryViewState } from '#tests/support/main/memory-view-state.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { createCallbackAddresses } from './callback-address';
import { createProjectSites } from './project-sites';
import { type ProjectTrust, type TrustStatus, trustStatusOf } from './project-trust';

const site = { domain: 'https://app.example', handler_path: '/handler' };
const here = 'http://localhost:47810/auth/magic-link-callback?connection=c';

function setUp(trust: ProjectTrust | null, stored?: JsonValue) {
  const viewState = memoryViewState(stored === undefined ? {} : { 'callback.magic-link-callback': stored });
  const { kept } = viewState;
  const destination: { text: string | null } = { text: 'https://x.test p' };
  const known = { viewState, destinationOf: () => destination.text, handlerBaseOf: () => '/auth/' };
  const expectBack = vi.fn(async () => 'http://localhost:47810');
  const callbacks = createCallbackAddresses({
    callbackServer: { listenFor: expectBack, likelyOrigin: () => 'http://localhost:47810' },
    readTrustSettings: async () => trust,
    sites: createProjectSites(known),
    handlerSites: { remember: async () => undefined },
    ...known,
  });
  const addressOf = (purpose: CallbackPurpose) => callbacks.address({ connectionId: 'c', destination: destination.text }, purpose);
  return { callbacks, addressOf, kept, expectBack, destination };
}

describe('redirect URL of an email', () => {
  test.each<[string, ProjectTrust | null, string]>([
    ['nothing is known', null, here],
    ['localhost is on', { allow_localhost: true, domains: [site] }, here],
    [
      'localhost is off and there is a site',
      { allow_localhost: false, domains: [site] },
      'https://app.example/handler/magic-link-callback',
    ],
    ['localhost is off and there is none', { allow_localhost: false, domains: [] }, here],
    ['only the sites are known', { allow_localhost: null, domains: [site] }, here],
    [
      'localhost is a domain with another port, which counts',
      { allow_localhost: false, domains: [site, { domain: 'http://localhost' }], rule: 'port' },
      'https://app.example/handler/magic-link-callback',
    ],
    [
      'localhost isn’t allowed, and a site by HTTP comes first',
      { allow_localhost: false, domains: [{ domain: 'http://a.example' }, site] },
      'https://app.example/handler/magic-link-callback',
    ],
  ])('by default, when %s', async (_what, trust, address) => {
    expect(await setUp(trust).addressOf('magic-link-callback')).toBe(address);
  });

  test.each<[CallbackPurpose, ProjectTrust | null, string]>([
    ['user-verification', { allow_localhost: true, domains: [site] }, 'https://app.example/handler/email-verification'],
    ['user-password-reset', { allow_localhost: null, domains: [site] }, 'https://app.example/handler/password-reset'],
    ['user-sign-in', { allow_localhost: true, domains: [site] }, 'https://app.example/handler/sign-in'],
    ['team-invitation', { allow_localhost: true, domains: [site] }, 'https://app.example/handler/team-invitation'],
    ['team-invitation', { allow_localhost: null, domains: [site] }, 'https://app.example/handler/team-invitation'],
    [
      'team-invitation',
      { allow_localhost: true, domains: [{ domain: 'https://*.example' }, site, { domain: 'https://b.example' }] },
      'https://app.example/handler/team-invitation',
    ],
    [
      'team-invitation',
      { allow_localhost: true, domains: [{ domain: 'http://a.example' }, site] },
      'https://app.example/handler/team-invitation',
    ],
    ['team-invitation', { allow_localhost: true, domains: [{ domain: 'http://a.example' }] }, 'http://a.example/handler/team-invitation'],
    ['team-invitation', { allow_localhost: true, domains: [] }, 'http://localhost:47810/auth/team-invitation?connection=c'],
    ['user-sign-in', { allow_localhost: true, domains: [] }, 'http://localhost:47810/auth/sign-in?connection=c'],
    ['user-verification', null, 'http://localhost:47810/auth/email-verification?connection=c'],
  ])('to others, for %s and the domains %o', async (purpose, trust, address) => {
    expect(await setUp(trust).addressOf(purpose)).toBe(address);
  });

  test('is the user’s last choice for each purpose', async () => {
    const { callbacks, addressOf } = setUp({ allow_localhost: true, domains: [site] });
    await callbacks.choose('c', 'magic-link-callback', 'https://app.example/handler');
    expect(await addressOf('magic-link-callback')).toBe('https://app.example/handler/magic-link-callback');
    expect(await addressOf('contact-channel')).toBe('http://localhost:47810/auth/email-verification?connection=c');
    await callbacks.choose('c', 'magic-link-callback', 'loopback');
    expect(await addressOf('magic-link-callback')).toBe(here);
  });

  test('has candidates with their trust status', async () => {
    const domains = [site, { domain: 'https://*.example', handler_path: '/h' }, { domain: 'https://b.example/', handler_path: '/h/' }];
    expect(await setUp({ allow_localhost: false, domains }).callbacks.choices('c', 'magic-link-callback')).toEqual({
      chosen: 'https://app.example/handler',
      candidates: [
        { place: 'loopback', trust: 'untrusted' },
        { place: 'https://app.example/handler', trust: 'trusted' },
        { place: 'https://b.example/h', trust: 'trusted' },
      ],
    });
  });

  test('a choice that is no longer a candidate is replaced by the best one', async () => {
    const { callbacks } = setUp({ allow_localhost: true, domains: [] }, 'https://gone.example/handler');
    expect((await callbacks.choices('c', 'magic-link-callback')).chosen).toBe('loopback');
  });

  test.each([12, '', 'javascript:alert(1)', 'file:///etc', 'loopback ', { place: 'loopback' }, null])(
    'ignores an invalid stored choice: %j',
    async (stored) => {
      expect(await setUp(null, stored).addressOf('magic-link-callback')).toBe(here);
    },
  );

  test.each(['https://evil.example/handler', 'https://app.example', '', 'Loopback'])('%j cannot be chosen', async (place) => {
    const { callbacks, kept } = setUp({ allow_localhost: true, domains: [site] });
    expect(await reportOf(callbacks.choose('c', 'magic-link-callback', place))).toEqual({ code: 'bad-input', path: 'place' });
    expect(kept).toEqual({});
  });

  test('an email that is sent while a choice is being stored uses it', async () => {
    const { callbacks, addressOf } = setUp({ allow_localhost: true, domains: [site] });
    const stored = callbacks.choose('c', 'magic-link-callback', 'https://app.example/handler');
    expect(await addressOf('magic-link-callback')).toBe('https://app.example/handler/magic-link-callback');
    await stored;
  });

  test('a failed choice does not prevent emails', async () => {
    const { callbacks, addressOf } = setUp({ allow_localhost: true, domains: [] });
    const refused = callbacks.choose('c', 'magic-link-callback', 'https://evil.example');
    expect(await addressOf('magic-link-callback')).toBe(here);
    await expect(refused).rejects.toThrow();
  });

  test.each([
    ['points to another project', 'https://x.test q'],
    ['was removed', null],
  ])('fails when the connection %s in the meantime', async (_what, elsewhere) => {
    const { callbacks, addressOf, expectBack, destination } = setUp(null);
    expectBack.mockImplementation(async () => {
      destination.text = elsewhere;
      return 'http://localhost:47810';
    });
    expect(await reportOf(addressOf('magic-link-callback'))).toEqual({ code: 'connection-changed' });
    const place = { connectionId: 'c', destination: 'https://x.test p' };
    expect(await reportOf(callbacks.address(place, 'magic-link-callback'))).toEqual({ code: 'connection-changed' });
  });

  test('reading the choices does not start the server', async () => {
    const { callbacks, expectBack } = setUp({ allow_localhost: true, domains: [site] });
    await callbacks.choices('c', 'magic-link-callback');
    await callbacks.choose('c', 'magic-link-callback', 'loopback');
    expect(expectBack).not.toHaveBeenCalled();
  });

  test('an email that links to a site does not start the server', async () => {
    const { addressOf, expectBack } = setUp(null, 'https://app.example/handler');
    await addressOf('magic-link-callback');
    expect(expectBack).not.toHaveBeenCalled();
  });
});

describe('the project’s own site that the user named', () => {
  const there = 'https://shop.example/auth/magic-link-callback';

  test.each([
    ['nothing is known', null, there],
    ['only the sites are known, and it is another one', { allow_localhost: null, domains: [site] }, here],
    ['localhost is off and there is no site', { allow_localhost: false, domains: [] }, here],
    ['localhost is on', { allow_localhost: true, domains: [] }, here],
    ['it is one of the sites', { allow_localhost: null, domains: [{ domain: 'https://shop.example', handler_path: '/auth' }] }, there],
  ])('is where links open when %s', async (_what, trust, address) => {
    const { callbacks, addressOf } = setUp(trust);
    await callbacks.nameSite('c', 'https://shop.example/');
    expect(await addressOf('magic-link-callback')).toBe(address);
  });

  test('replaces earlier choices, and can be changed again', async () => {
    const { callbacks, addressOf } = setUp(null, 'loopback');
    await callbacks.nameSite('c', 'https://shop.example');
    expect(await callbacks.choices('c', 'magic-link-callback')).toEqual({
      chosen: 'https://shop.example/auth',
      candidates: [
        { place: 'loopback', trust: 'unknown' },
        { place: 'https://shop.example/auth', trust: 'unknown' },
      ],
    });
    await callbacks.choose('c', 'magic-link-callback', 'loopback');
    expect(await addressOf('magic-link-callback')).toBe(here);
    expect(await addressOf('password-reset')).toBe('https://shop.example/auth/password-reset');
    await callbacks.nameSite('c', 'https://other.example');
    expect(await addressOf('magic-link-callback')).toBe('https://other.example/auth/magic-link-callback');
  });

  test('is used by an email that is sent while it is being stored', async () => {
    const { callbacks, addressOf } = setUp(null);
    const stored = callbacks.nameSite('c', 'https://shop.example');
    expect(await addressOf('magic-link-callback')).toBe(there);
    await stored;
  });

  test('and a choice are not used once the connection points to another project', async () => {
    const { callbacks, addressOf, destination } = setUp(null);
    await callbacks.nameSite('c', 'https://shop.example');
    await callbacks.choose('c', 'password-reset', 'https://shop.example/auth');
    destination.text = 'https://x.test q';
    expect((await callbacks.choices('c', 'magic-link-callback')).candidates).toEqual([{ place: 'loopback', trust: 'unknown' }]);
    expect(await addressOf('password-reset')).toContain('http://localhost:47810/auth/password-reset');
  });

  test.each(['http://shop.example', 'shop.example', 'javascript:alert(1)'])('is not %j', async (url) => {
    const { callbacks, kept } = setUp(null);
    expect(await reportOf(callbacks.nameSite('c', url))).toEqual({ code: 'bad-input', path: 'url' });
    expect(kept).toEqual({});
  });
});

describe('trust status', () => {
  test.each<[string, ProjectTrust | null, TrustStatus]>([
    ['http://localhost:1/x', null, 'unknown'],
    ['http://localhost:1/x', { allow_localhost: true, domains: [] }, 'trusted'],
    ['http://localhost:1/x', { allow_localhost: false, domains: [] }, 'untrusted'],
    ['http://localhost:1/x', { allow_localhost: null, domains: [] }, 'unknown'],
    ['http://localhost:1/x', { allow_localhost: null, domains: [{ domain: 'http://localhost' }], rule: 'path' }, 'trusted'],
    ['http://localhost:1/x', { allow_localhost: false, domains: [{ domain: 'http://localhost' }], rule: 'path' }, 'trusted'],
    ['http://localhost:1/x', { allow_localhost: false, domains: [{ domain: 'http://localhost' }], rule: 'port' }, 'untrusted'],
    ['http://localhost:1/x', { allow_localhost: null, domains: [{ domain: 'http://localhost' }], rule: 'port' }, 'unknown'],
    ['http://localhost:1/x', { allow_localhost: false, domains: [{ domain: 'http://localhost' }] }, 'unknown'],
    ['http://localhost:1/x', { allow_localhost: false, domains: [{ domain: 'http://localhost:1' }] }, 'trusted'],
    ['https://app.example/x', { allow_localhost: false, domains: [{ domain: 'https://app.example/area' }] }, 'unknown'],
    ['https://evil.example/x', { allow_localhost: false, domains: [site] }, 'untrusted'],
    ['https://app.example/x', { allow_localhost: null, domains: [] }, 'untrusted'],
    ['https://app.example/x', { allow_localhost: false, domains: [site] }, 'trusted'],
  ])('%s with %j: %s', (address, trust, verdict) => {
    expect(trustStatusOf(address, trust)).toBe(verdict);
  });
});
