import { describe, expect, test, vi } from 'vitest';
import { reportOf } from '../../../tests/support/test-ports';
import type { JsonValue } from '../../contract/service/fields';
import { createCallbackAddresses } from './callback-address';
import { type ProjectTrust, verdictOf } from './project-trust';

const site = { domain: 'https://app.example', handler_path: '/handler' };
const here = 'http://localhost:47810/auth/magic-link-callback?connection=c';

function setUp(trust: ProjectTrust | null, stored?: JsonValue) {
  const kept: Record<string, JsonValue> = stored === undefined ? {} : { 'callback.magic-link-callback': stored };
  const expectBack = vi.fn(async () => 'http://localhost:47810');
  const callbacks = createCallbackAddresses({
    handlerServer: { expect: expectBack },
    readTrust: async () => trust,
    viewState: {
      read: async () => kept,
      write: async (_scope, key, value) => {
        kept[key] = value;
      },
    },
    handlerBase: () => '/auth/',
  });
  return { callbacks, kept, expectBack };
}

describe('where a mail leads', () => {
  test.each([
    ['nothing is known', null, here],
    ['localhost is on', { allow_localhost: true, domains: [site] }, here],
    [
      'localhost is off and there is a site',
      { allow_localhost: false, domains: [site] },
      'https://app.example/handler/magic-link-callback',
    ],
    ['localhost is off and there is none', { allow_localhost: false, domains: [] }, here],
    ['only the sites are known', { allow_localhost: null, domains: [site] }, here],
  ])('unless the person chose, when %s', async (_what, trust, address) => {
    expect(await setUp(trust).callbacks.address('c', 'magic-link-callback')).toBe(address);
  });

  test('is what the person chose last, for each purpose', async () => {
    const { callbacks } = setUp({ allow_localhost: true, domains: [site] });
    await callbacks.choose('c', 'magic-link-callback', 'https://app.example/handler');
    expect(await callbacks.address('c', 'magic-link-callback')).toBe('https://app.example/handler/magic-link-callback');
    expect(await callbacks.address('c', 'contact-channel')).toBe('http://localhost:47810/auth/email-verification?connection=c');
    await callbacks.choose('c', 'magic-link-callback', 'loopback');
    expect(await callbacks.address('c', 'magic-link-callback')).toBe(here);
  });

  test('is offered with what is known of each place', async () => {
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

  test('a choice that is no candidate any more gives way to the best', async () => {
    const { callbacks } = setUp({ allow_localhost: true, domains: [] }, 'https://gone.example/handler');
    expect((await callbacks.choices('c', 'magic-link-callback')).chosen).toBe('loopback');
  });

  test.each([12, '', 'javascript:alert(1)', 'file:///etc', 'loopback ', { place: 'loopback' }, null])(
    'what somebody else wrote in its place is no choice: %j',
    async (stored) => {
      expect(await setUp(null, stored).callbacks.address('c', 'magic-link-callback')).toBe(here);
    },
  );

  test.each(['https://evil.example/handler', 'https://app.example', '', 'Loopback'])('%j cannot be chosen', async (place) => {
    const { callbacks, kept } = setUp({ allow_localhost: true, domains: [site] });
    expect(await reportOf(callbacks.choose('c', 'magic-link-callback', place))).toEqual({ code: 'bad-input', path: 'place' });
    expect(kept).toEqual({});
  });

  test('a mail that is sent while a choice is being stored leads where it says', async () => {
    const { callbacks } = setUp({ allow_localhost: true, domains: [site] });
    const stored = callbacks.choose('c', 'magic-link-callback', 'https://app.example/handler');
    expect(await callbacks.address('c', 'magic-link-callback')).toBe('https://app.example/handler/magic-link-callback');
    await stored;
  });

  test('a choice that fails keeps no mail from being sent', async () => {
    const { callbacks } = setUp({ allow_localhost: true, domains: [] });
    const refused = callbacks.choose('c', 'magic-link-callback', 'https://evil.example');
    expect(await callbacks.address('c', 'magic-link-callback')).toBe(here);
    await expect(refused).rejects.toThrow();
  });

  test('nobody listens because of the choices', async () => {
    const { callbacks, expectBack } = setUp({ allow_localhost: true, domains: [site] });
    await callbacks.choices('c', 'magic-link-callback');
    await callbacks.choose('c', 'magic-link-callback', 'loopback');
    expect(expectBack).not.toHaveBeenCalled();
  });

  test('nobody listens for a mail that leads to a site', async () => {
    const { callbacks, expectBack } = setUp(null, 'https://app.example/handler');
    await callbacks.address('c', 'magic-link-callback');
    expect(expectBack).not.toHaveBeenCalled();
  });
});

describe('whom a project leads to', () => {
  test.each([
    ['http://localhost:1/x', null, 'unknown'],
    ['http://localhost:1/x', { allow_localhost: true, domains: [] }, 'trusted'],
    ['http://localhost:1/x', { allow_localhost: false, domains: [] }, 'untrusted'],
    ['http://localhost:1/x', { allow_localhost: null, domains: [] }, 'unknown'],
    ['http://localhost:1/x', { allow_localhost: null, domains: [{ domain: 'http://localhost' }] }, 'trusted'],
    ['https://app.example/x', { allow_localhost: null, domains: [] }, 'untrusted'],
    ['https://app.example/x', { allow_localhost: false, domains: [site] }, 'trusted'],
  ])('%s with %j: %s', (address, trust, verdict) => {
    expect(verdictOf(address, trust)).toBe(verdict);
  });
});
