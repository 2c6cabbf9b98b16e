import { describe, expect, it, test } from 'vitest';
import { baseUrlOf, isSameServer, parseUrl, serverOf, websiteUrl } from './urls';

test.each([
  ['https://api.test/a?b=c', undefined, 'https://api.test/a?b=c'],
  ['https://bücher.example', undefined, 'https://xn--bcher-kva.example/'],
  ['../x', 'https://api.test/a/b/', 'https://api.test/a/x'],
  ['mailto:ada@x.test', undefined, 'mailto:ada@x.test'],
])('parses %s with base %s', (text, base, href) => {
  expect(parseUrl(text, base)?.href).toBe(href);
});

test.each(['', 'api.test', 'https://', 'http://[::1', '/relative', 'https://a b'])('returns null for %j', (text) => {
  expect(parseUrl(text)).toBeNull();
});

test('still parses letters beyond ASCII after many calls', () => {
  for (let calls = 0; calls < 50_000; calls += 1) parseUrl(`https://api.test/${calls % 7}`);
  expect(parseUrl('https://bücher.example')?.host).toBe('xn--bcher-kva.example');
});

it.each([
  ['https://app.example.com/projects/1/webhooks', 'https://app.example.com/projects/1/webhooks'],
  [' https://app.example.com ', 'https://app.example.com/'],
  ['http://localhost:8101/webhooks', 'http://localhost:8101/webhooks'],
  ['http://127.0.0.1/webhooks', 'http://127.0.0.1/webhooks'],
  ['http://[::1]:8101/', 'http://[::1]:8101/'],
  ['http://app.example.com', null],
  ['http://localhost.example.com', null],
  ['https://user:secret@app.example.com', null],
  ['https://user@app.example.com', null],
  ['javascript:alert(1)', null],
  ['data:text/html,hello', null],
  ['file:///etc/passwd', null],
  ['app.example.com', null],
  ['https://', null],
  ['', null],
])('opens %j as %s', (text, expected) => {
  expect(websiteUrl(text)?.href ?? null).toBe(expected);
});

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
