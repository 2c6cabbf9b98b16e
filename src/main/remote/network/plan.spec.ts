import { expect, test } from 'vitest';
import { thrownBy } from '#tests/support/main/test-ports.ts';
import { abilitiesOf, type ProxySettings, proxyPlan, routeOf } from './plan';

const manual = {
  proxyMode: 'manual',
  proxyUrl: 'http://proxy.example:3128',
  proxyBypass: '.corp',
  proxyScript: '',
  proxySignInUrl: null,
} as const;
const planOf = (settings: ProxySettings, host: 'electron' | 'browser' = 'electron') =>
  proxyPlan(settings, abilitiesOf[host], async (username) => ({ username, password: 'hush' }));

test.each([
  ['https://api.example', 'proxy'],
  ['https://git.corp', 'direct'],
  ['http://localhost:9', 'direct'],
  ['http://127.0.0.1:9', 'direct'],
  ['http://127.9.9.9:9', 'direct'],
  ['http://[::1]:9', 'direct'],
  ['http://app.localhost', 'direct'],
  ['http://127.0.0.1.example', 'proxy'],
])('a chosen proxy: %s is reached by %s', (url, kind) => {
  expect(routeOf(planOf(manual), new URL(url)).kind).toBe(kind);
});

test.each([
  ['system', 'https://api.example', 'system'],
  ['system', 'http://localhost:9', 'direct'],
  ['none', 'https://api.example', 'direct'],
] as const)('%s: %s is reached by %s', (proxyMode, url, kind) => {
  expect(routeOf(planOf({ ...manual, proxyMode }), new URL(url)).kind).toBe(kind);
});

test.each([
  [{ proxyUrl: '' }, 'proxy-url-invalid'],
  [{ proxyUrl: 'http://ada:pass@proxy.example' }, 'proxy-url-credentials'],
  [{ proxyBypass: 'a/b' }, 'proxy-bypass-invalid'],
  [{ proxyMode: 'automatic' as const }, 'proxy-script-invalid'],
  [{ proxyMode: 'automatic' as const, proxyScript: 'file:///etc/proxy.pac' }, 'proxy-script-invalid'],
  [{ proxyMode: 'automatic' as const, proxyScript: 'http://ada:pass@wpad.example' }, 'proxy-url-credentials'],
  [{ proxyUrl: 'socks5://proxy.example', proxySignInUrl: 'socks5://proxy.example' }, 'proxy-socks-sign-in'],
])('with %j, nothing but this machine is reached', (change, code) => {
  const plan = planOf({ ...manual, ...change });
  expect(thrownBy(() => routeOf(plan, new URL('https://api.example')))).toMatchObject({ report: { code } });
  expect(routeOf(plan, new URL('http://localhost:9')).kind).toBe('direct');
});

test('a script chooses where the host can run it', () => {
  const settings = { ...manual, proxyMode: 'automatic', proxyScript: 'https://wpad.example/proxy.pac' } as const;
  expect(planOf(settings)).toEqual({ mode: 'automatic', script: 'https://wpad.example/proxy.pac' });
  expect(routeOf(planOf(settings), new URL('https://api.example')).kind).toBe('system');
  expect(routeOf(planOf(settings), new URL('http://localhost:9')).kind).toBe('direct');
  expect(planOf(settings, 'browser')).toEqual({ mode: 'unusable', code: 'proxy-script-unsupported' });
});

test('a sign-in belongs to the proxy that it was stored for', async () => {
  const signedIn = planOf({ ...manual, proxySignInUrl: 'http://proxy.example:3128' });
  expect(signedIn.mode === 'manual' && (await signedIn.server.signIn?.())).toEqual({
    username: 'http://proxy.example:3128',
    password: 'hush',
  });
  expect(planOf({ ...manual, proxySignInUrl: 'http://other.example' })).toMatchObject({ server: { url: manual.proxyUrl } });
  expect(planOf({ ...manual, proxySignInUrl: 'http://other.example' })).not.toHaveProperty('server.signIn');
  const socks = { ...manual, proxyUrl: 'socks5h://Proxy.Example', proxySignInUrl: 'socks5://proxy.example' };
  expect(planOf(socks, 'browser')).toMatchObject({ mode: 'manual', server: { url: 'socks5://proxy.example' } });
});
