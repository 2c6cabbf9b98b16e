import { expect, test } from 'vitest';
import { thrownBy } from '#tests/support/main/test-ports.ts';
import { environmentProxy, parseProxy } from './proxy-server';

test.each([
  ['http://proxy.example:3128', 'http://proxy.example:3128'],
  ['https://proxy.example/', 'https://proxy.example'],
  ['proxy.example:3128', 'http://proxy.example:3128'],
  ['PROXY', 'http://proxy'],
  ['10.0.0.1:8080', 'http://10.0.0.1:8080'],
  ['http://[::1]:3128', 'http://[::1]:3128'],
  ['http://localhost:3128', 'http://localhost:3128'],
  ['socks5://Proxy.Example:1080', 'socks5://proxy.example:1080'],
  ['socks5h://proxy.example:80/', 'socks5://proxy.example:80'],
  ['SOCKS5://[2001:DB8::1]', 'socks5://[2001:db8::1]'],
])('%s is a proxy', (text, url) => {
  expect(parseProxy(text)).toEqual({ url });
});

test.each([
  ['', 'proxy-url-invalid'],
  [' ', 'proxy-url-invalid'],
  ['http://', 'proxy-url-invalid'],
  ['http://a b', 'proxy-url-invalid'],
  [' http://proxy.example', 'proxy-url-invalid'],
  ['http://proxy.example\n', 'proxy-url-invalid'],
  ['socks5://', 'proxy-url-invalid'],
  ['socks5://proxy.example/path', 'proxy-url-invalid'],
  ['socks4://proxy.example:1080', 'proxy-url-invalid'],
  ['socks5://ada:pass@proxy.example:1080', 'proxy-url-credentials'],
  ['ftp://proxy.example', 'proxy-url-invalid'],
  ['file:///etc/passwd', 'proxy-url-invalid'],
  ['javascript:alert(1)', 'proxy-url-invalid'],
  ['http://proxy.example:0', 'proxy-url-invalid'],
  ['http://proxy.example:65536', 'proxy-url-invalid'],
  ['http://proxy.example/path', 'proxy-url-invalid'],
  ['http://proxy.example?', 'proxy-url-invalid'],
  ['http://proxy.example/?a=1', 'proxy-url-invalid'],
  ['http://proxy.example#x', 'proxy-url-invalid'],
  ['http://ada@proxy.example', 'proxy-url-credentials'],
  ['ada:pass@proxy.example:3128', 'proxy-url-credentials'],
  ['https://:pass@proxy.example', 'proxy-url-credentials'],
])('%j is refused', (text, code) => {
  expect(thrownBy(() => parseProxy(text))).toMatchObject({ report: { code } });
  expect(JSON.stringify(thrownBy(() => parseProxy(text)))).not.toContain('pass@');
});

test.each([
  ['https://x.test', { HTTPS_PROXY: 'http://a:1', https_proxy: 'http://b:2' }, 'http://b:2'],
  ['https://x.test', { http_proxy: 'http://b:2' }, null],
  ['https://x.test', { https_proxy: '', ALL_PROXY: 'c' }, 'http://c'],
  ['http://x.test', { HTTP_PROXY: 'http://a:1' }, 'http://a:1'],
  ['https://x.test', { HTTPS_PROXY: 'http://a:1', NO_PROXY: 'x.test' }, null],
  ['https://api.x.test', { HTTPS_PROXY: 'http://a:1', NO_PROXY: 'x.test' }, null],
  ['https://ax.test', { HTTPS_PROXY: 'http://a:1', NO_PROXY: 'x.test' }, 'http://a:1'],
  ['https://x.test', { HTTPS_PROXY: 'http://a:1', no_proxy: '*' }, null],
  ['https://x.test', { HTTPS_PROXY: 'http://a:1', NO_PROXY: '://bad, x.test:444' }, 'http://a:1'],
  ['https://10.1.2.3', { HTTPS_PROXY: 'http://a:1', NO_PROXY: '10.0.0.0/8' }, null],
])('the environment: %s with %j', (url, environment, expected) => {
  expect(environmentProxy(new URL(url), environment)?.url ?? null).toBe(expected);
});

test('a password in the environment is for the proxy, and not part of its URL', async () => {
  const found = environmentProxy(new URL('https://x.test'), { HTTPS_PROXY: 'http://ada:p%40ss@a:1' });
  expect(found?.url).toBe('http://a:1');
  expect(await found?.signIn?.()).toEqual({ username: 'ada', password: 'p@ss' });
});

test.each(['socks4://a:1', 'http://:', 'http://a/%', 'http://ada:%zz@a'])('a proxy in the environment that can’t be used: %s', (text) => {
  const thrown = thrownBy(() => environmentProxy(new URL('https://x.test'), { HTTPS_PROXY: text }));
  expect(thrown).toMatchObject({ report: { code: 'proxy-url-invalid' } });
});
