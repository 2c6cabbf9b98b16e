import { expect, test } from 'vitest';
import { isKnownLink } from './known-hosts';

const baseUrls = ['https://api.example.com', 'https://own.example:8443/auth', 'http://localhost:8102', 'nonsense'];

test.each([
  ['https://latchkey.example/source/issues/new?title=x', true],
  ['https://api.example.com/handler', true],
  ['https://own.example:8443/', true],
  ['http://localhost:3000/', true],
  ['mailto:ada@example.com', true],
  ['https://own.example/', false],
  ['https://api.example.com.evil.example/', false],
  ['https://evil.example/?api.example.com', false],
  ['https://api.example.com@evil.example/', false],
  ['https://localhost/', false],
  ['ftp://api.example.com/', false],
  ['javascript:alert(1)', false],
  ['nonsense', false],
  ['', false],
])('%s: %s', (url, expected) => {
  expect(isKnownLink(url, baseUrls)).toBe(expected);
});
