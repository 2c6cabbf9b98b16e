import { expect, test } from 'vitest';
import { parseUrl } from './parse-url';

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
