import { describe, expect, test } from 'vitest';
import { baseUrlOf, isSameServer, serverOf } from './base-url';

test.each([
  ['https://h', 'https://h'],
  ['https://h/', 'https://h'],
  ['https://H:443//', 'https://h'],
  ['https://h/api/v1', 'https://h'],
  ['https://h/api/latest/', 'https://h'],
  ['https://h/auth/api/v1//', 'https://h/auth'],
  ['https://h/auth//api/v1', 'https://h/auth'],
  ['https://h/api', 'https://h/api'],
  ['https://h/api/auth', 'https://h/api/auth'],
  ['https://h/api/auth/api/v1', 'https://h/api/auth'],
  ['https://h/api/v2', 'https://h/api/v2'],
  ['https://h/api/v1/auth', 'https://h/api/v1/auth'],
  ['https://h/my-api/v1', 'https://h/my-api/v1'],
  ['https://h/a/../b/./', 'https://h/b'],
  ['http://[::1]:8102/', 'http://[::1]:8102'],
])('the base URL of %s is %s', (text, baseUrl) => {
  expect(baseUrlOf(new URL(text))).toBe(baseUrl);
  expect(serverOf(baseUrl)).toBe(baseUrl);
});

describe('servers', () => {
  test.each(['https://h/a/', 'https://H/a', 'https://h:443/a', 'https://h/a/api/v1', 'https://h/b/../a'])('are the same: %s', (other) => {
    expect(isSameServer('https://h/a', other)).toBe(true);
  });

  test.each([
    'https://h/b',
    'https://h',
    'https://h/A',
    'https://h/a/b',
    'http://h/a',
    'https://h:8443/a',
    'https://h.evil.test/a',
    'not a URL',
  ])('are different: %s', (other) => {
    expect(isSameServer('https://h/a', other)).toBe(false);
  });
});
