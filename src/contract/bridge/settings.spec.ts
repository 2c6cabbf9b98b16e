import { expect, test } from 'vitest';
import { isAbsolutePath, isHostList, isProxyUrl } from './settings';

test.each([
  ['', true],
  ['http://proxy.example:3128', true],
  ['https://proxy.example', true],
  ['http://[::1]:8080/', true],
  ['proxy.example:3128', false],
  ['http:proxy.example', false],
  ['socks5://proxy.example:1080', true],
  ['socks5://', false],
  ['socks4://proxy.example', false],
  ['http://ada:secret@proxy.example', false],
  ['http://ada@proxy.example', false],
  ['http://proxy.example/path', false],
  ['http://proxy.example/?a=b', false],
  ['http://proxy.example/#a', false],
  ['http://', false],
])('the proxy URL %j: %j', (text, isOne) => {
  expect(isProxyUrl(text)).toBe(isOne);
});

test.each([
  ['', true],
  ['localhost', true],
  ['localhost, .example.com , 10.0.0.0/8,[::1]', true],
  ['*.example.com:8080', true],
  ['a.example,', true],
  ['a.example b.example', false],
  ['https://a.example', false],
  ['a.example/path', false],
  ['ada@a.example', false],
])('the list of hosts %j: %j', (text, isOne) => {
  expect(isHostList(text)).toBe(isOne);
});

test.each([
  ['/etc/ssl/ca.pem', true],
  ['C:\\certificates\\ca.pem', true],
  ['d:/ca.pem', true],
  ['\\\\server\\share\\ca.pem', true],
  ['', false],
  ['/', false],
  ['ca.pem', false],
  ['./ca.pem', false],
  ['~/ca.pem', false],
  ['/etc/ca\0.pem', false],
])('the path %j: %j', (text, isOne) => {
  expect(isAbsolutePath(text)).toBe(isOne);
});
