import { expect, test } from 'vitest';
import { isHostAllowed, isHostPattern } from './allowed-hosts';

test.each([
  ['api.example.com', true],
  ['*.example.com', true],
  ['api.example.com:8443', true],
  ['10.0.0.12', true],
  ['[2001:db8::1]:8102', true],
  ['localhost', true],
  ['', false],
  ['*', false],
  ['*.*.example.com', false],
  ['api.*.com', false],
  ['https://api.example.com', false],
  ['api.example.com/path', false],
  ['api.example.com:', false],
  ['api.example.com:99999', false],
  ['ada@example.com', false],
  ['.example.com', false],
  ['example..com', false],
  ['[::g]', false],
])('the host %j: %j', (text, isOne) => {
  expect(isHostPattern(text)).toBe(isOne);
});

test.each([
  ['https://api.example.com/api/v1', ['api.example.com'], true],
  ['https://API.Example.com', ['api.example.COM'], true],
  ['https://api.example.com.', ['api.example.com'], true],
  ['https://api.example.com:8443', ['api.example.com'], true],
  ['https://api.example.com:8443', ['api.example.com:8443'], true],
  ['https://api.example.com', ['api.example.com:443'], true],
  ['https://api.example.com:8443', ['api.example.com:443'], false],
  ['https://a.b.example.com', ['*.example.com'], true],
  ['https://example.com', ['*.example.com'], false],
  ['https://evilexample.com', ['*.example.com'], false],
  ['https://api.example.com.evil.test', ['api.example.com'], false],
  ['https://api.example.com@evil.test', ['api.example.com'], false],
  ['https://evil.test/#api.example.com', ['api.example.com'], false],
  ['http://127.1', ['127.0.0.1'], true],
  ['http://[2001:DB8:0::1]:8102', ['[2001:db8::1]'], true],
  ['https://xn--bcher-kva.example', ['bücher.example'], true],
  ['https://other.test', ['api.example.com', 'other.test'], true],
  ['https://other.test', [], false],
  ['not a URL', ['api.example.com'], false],
])('%s with %j: %j', (address, allowed, isAllowed) => {
  expect(isHostAllowed(address, allowed)).toBe(isAllowed);
});
