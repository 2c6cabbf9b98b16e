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
