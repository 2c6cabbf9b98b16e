import { expect, test } from 'vitest';
import { thrownBy } from '#tests/support/main/test-ports.ts';
import { proxyPlan, routeOf } from './plan';

const manual = { proxyMode: 'manual', proxyUrl: 'http://proxy.example:3128', proxyBypass: '.corp' } as const;

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
  expect(routeOf(proxyPlan(manual), new URL(url)).kind).toBe(kind);
});

test.each([
  ['system', 'https://api.example', 'system'],
  ['system', 'http://localhost:9', 'direct'],
  ['none', 'https://api.example', 'direct'],
] as const)('%s: %s is reached by %s', (proxyMode, url, kind) => {
  expect(routeOf(proxyPlan({ ...manual, proxyMode }), new URL(url)).kind).toBe(kind);
});

test.each([
  [{ proxyUrl: '' }, 'proxy-url-invalid'],
  [{ proxyUrl: 'http://ada:pass@proxy.example' }, 'proxy-url-credentials'],
  [{ proxyBypass: 'a/b' }, 'proxy-bypass-invalid'],
])('with %j, nothing but this machine is reached', (change, code) => {
  const plan = proxyPlan({ ...manual, ...change });
  expect(thrownBy(() => routeOf(plan, new URL('https://api.example')))).toMatchObject({ report: { code } });
  expect(routeOf(plan, new URL('http://localhost:9')).kind).toBe('direct');
});
