import { expect, test } from 'vitest';
import { thrownBy } from '#tests/support/main/test-ports.ts';
import { chromiumRules, findsRule, parseBypass } from './bypass';

test.each([
  ['api.example', 'https://api.example', true],
  ['api.example', 'https://x.api.example', false],
  ['API.Example', 'https://api.example/path', true],
  ['.example', 'https://api.example', true],
  ['.api.example', 'https://api.example', true],
  ['*.api.example', 'https://x.y.api.example', true],
  ['.api.example', 'https://badapi.example', false],
  ['api.example:8443', 'https://api.example:8443', true],
  ['api.example:8443', 'https://api.example', false],
  ['api.example:443', 'https://api.example', true],
  ['api.example:80', 'http://api.example', true],
  ['api.example', 'https://api.example.', true],
  ['bücher.example', 'https://xn--bcher-kva.example', true],
  ['10.0.0.0/8', 'https://10.200.3.4', true],
  ['10.0.0.0/8', 'https://11.0.0.1', false],
  ['10.0.0.0/8', 'https://10.example', false],
  ['fd00::/8', 'https://[fd12::1]', true],
  ['fd00::/8', 'https://10.0.0.1', false],
  ['[2001:db8::1]', 'https://[2001:DB8:0::1]', true],
  ['2001:db8::1', 'https://[2001:db8::1]', true],
  ['[2001:db8::1]:8443', 'https://[2001:db8::1]', false],
  ['127.1', 'https://127.0.0.1', true],
  ['<local>', 'https://intranet', true],
  ['<LOCAL>', 'https://intranet.example', false],
  ['<local>', 'https://[2001:db8::1]', false],
  ['*', 'https://anything.example:99', true],
  ['a.example; b.example\n c.example', 'https://c.example', true],
  ['', 'https://a.example', false],
  [' , ;', 'https://a.example', false],
])('%j applies to %s: %s', (text, url, expected) => {
  expect(findsRule(parseBypass(text), new URL(url))).toBe(expected);
});

test.each([
  'https://api.example',
  'api.example/path',
  'api.example:0',
  'api.example:65536',
  'api.example:x',
  'ada@api.example',
  'a*.example',
  '10.0.0.0/33',
  'fd00::/129',
  '10.0.0/8/1',
  '[api.example]',
  '<remote>',
  '<-loopback>',
  '.',
  '*.',
  '[::1',
  'a\\b',
  'a?b',
])('%j is refused, with the entry', (entry) => {
  const thrown = thrownBy(() => parseBypass(`ok.example, ${entry}`));
  expect(thrown).toMatchObject({ report: { code: 'proxy-bypass-invalid', details: { entry } } });
});

test.each([
  ['api.example', 'api.example'],
  ['.api.example:8443', 'api.example:8443,*.api.example:8443'],
  ['*', '*'],
  ['<local>', '<local>'],
  ['10.0.0.0/8', '10.0.0.0/8'],
  ['[2001:db8::1]:8443', '[2001:db8::1]:8443'],
  ['a.example,b.example', 'a.example,b.example'],
])('%s in Chromium’s form', (text, expected) => {
  expect(chromiumRules(parseBypass(text))).toBe(expected);
});
