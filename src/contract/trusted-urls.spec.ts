import { describe, expect, it } from 'vitest';
import { isTrustedUrl } from './trusted-urls';

const domains = [
  { domain: 'https://app.example', handler_path: '/handler' },
  { domain: 'https://deep.example/area', handler_path: '/handler' },
];

describe('trusted addresses', () => {
  it.each<[string, boolean, boolean]>([
    ['http://localhost:1234/x', true, true],
    ['myapp://localhost/cb', true, true],
    ['http://a.localhost/x', true, true],
    ['http://127.8.8.8:1/x', true, true],
    ['http://localhost/x', false, false],
    ['http://[::1]/x', true, false],
    ['https://app.example/anything', false, true],
    ['https://app.example:8443/x', false, true],
    ['http://app.example/x', false, false],
    ['https://sub.app.example/x', false, false],
    ['https://deep.example/area-51', false, true],
    ['https://deep.example/other', false, false],
    ['https://localhost.evil.example/', true, false],
    ['nonsense', true, false],
  ])('%s with localhost %s: %s', (url, allow_localhost, trusted) => {
    expect(isTrustedUrl(url, { allow_localhost, domains })).toBe(trusted);
  });
});

describe('a trusted domain', () => {
  it.each([
    // What the releases agree on.
    ['https://app.example', 'https://app.example/x', true, true],
    ['https://app.example', 'https://app.example:443/x', true, true],
    ['https://APP.example', 'https://app.EXAMPLE/x', true, true],
    ['https://app.example', 'http://app.example/x', false, false],
    ['https://app.example', 'https://sub.app.example/x', false, false],
    ['https://app.example', 'https://app.example.evil.example/x', false, false],
    ['https://app.example', 'https://app.example@evil.example/x', false, false],
    ['nonsense', 'https://app.example/x', false, false],
    ['', 'https://app.example/x', false, false],
    // The path counts up to 2.8.32, the port from 2.8.33 on.
    ['https://app.example/area', 'https://app.example/other', false, true],
    ['https://app.example', 'https://app.example:8443/x', true, false],
    ['https://app.example:8443', 'https://app.example:8443/x', true, true],
    ['https://app.example:8443', 'https://app.example/x', true, false],
    ['http://localhost', 'http://localhost/x', true, true],
    ['http://localhost', 'http://localhost:47810/x', true, false],
    ['http://localhost:47810', 'http://localhost:47810/x', true, true],
    ['http://127.0.0.1', 'http://127.0.0.1:47810/x', true, false],
    // Wildcards, from 2.8.33 on.
    ['https://*.app.example', 'https://a.app.example/x', false, true],
    ['https://*.app.example', 'https://a.b.app.example/x', false, false],
    ['https://*.app.example', 'https://app.example/x', false, false],
    ['https://*.app.example', 'https://a.app.example:8443/x', false, false],
    ['https://*.app.example:8443', 'https://a.app.example:8443/x', false, true],
    ['https://app-*.example', 'https://app-7.example/x', false, true],
    ['https://app-*.example', 'https://app-7.evil.example/x', false, false],
    ['https://**.app.example', 'https://a.b.app.example/x', false, true],
    ['https://**.app.example', 'https://app.example/x', false, false],
    ['https://**.app.example', 'https://a.evilapp.example/x', false, false],
    ['https://*.app.example', 'https://a.appxexample/x', false, false],
    ['http://localhost:*', 'http://localhost:47810/x', false, true],
    ['http://localhost:*/path', 'http://localhost:47810/x', false, true],
    ['http://localhost:*', 'http://localhost.evil.example:47810/x', false, false],
    ['https://*', 'https://evil.example/x', false, false],
  ])('%s trusts %s: up to 2.8.32 %s, from 2.8.33 on %s', (domain, url, older, later) => {
    const config = { allow_localhost: false, domains: [{ domain }] };
    expect([isTrustedUrl(url, config, 'path'), isTrustedUrl(url, config, 'port')]).toEqual([older, later]);
  });

  it('of many wildcards is compared in time', () => {
    const config = { allow_localhost: false, domains: [{ domain: `https://${'**.'.repeat(80)}example` }] };
    const begun = performance.now();
    expect(isTrustedUrl(`https://${'a.'.repeat(120)}org/`, config, 'port')).toBe(false);
    expect(performance.now() - begun).toBeLessThan(1_000);
  });

  it.each(['path', 'port'] as const)('does not matter for localhost where the project allows it (%s)', (rule) => {
    const config = { allow_localhost: true, domains: [] };
    expect(isTrustedUrl('http://localhost:47810/x', config, rule)).toBe(true);
    expect(isTrustedUrl('https://localhost.evil.example/x', config, rule)).toBe(false);
  });
});
