import { expect, test } from 'vitest';
import { thrownBy } from '#tests/support/main/test-ports.ts';
import { abilitiesOf, type ProxySettings, proxyPlan } from '../../../remote/network/plan';
import { proxyConfig, proxyOf } from './chromium-proxy';

const manual = {
  proxyMode: 'manual',
  proxyUrl: 'https://proxy.example:8443',
  proxyBypass: '.corp, 10.0.0.0/8',
  proxyScript: 'https://wpad.example/proxy.pac',
  proxySignInUrl: null,
} as const;
const planOf = (settings: ProxySettings) => proxyPlan(settings, abilitiesOf.electron, () => Promise.reject(new Error('not read')));

test.each([
  [{ ...manual, proxyMode: 'none' as const }, { mode: 'direct' }],
  [{ ...manual, proxyMode: 'system' as const }, { mode: 'system' }],
  [
    { ...manual, proxyMode: 'automatic' as const },
    { mode: 'pac_script', pacScript: 'https://wpad.example/proxy.pac' },
  ],
  [manual, { mode: 'fixed_servers', proxyRules: 'https://proxy.example:8443', proxyBypassRules: 'corp,*.corp,10.0.0.0/8' }],
])('%j', (settings, config) => {
  expect(proxyConfig(planOf(settings))).toEqual(config);
});

test('a proxy that can’t be used isn’t left out', () => {
  expect(thrownBy(() => proxyConfig(planOf({ ...manual, proxyUrl: '' })))).toMatchObject({ report: { code: 'proxy-url-invalid' } });
});

test.each([
  ['DIRECT', { kind: 'direct' }],
  ['', { kind: 'direct' }],
  ['PROXY proxy.example:3128', { kind: 'proxy', server: { url: 'http://proxy.example:3128' } }],
  ['HTTPS proxy.example:443; DIRECT', { kind: 'proxy', server: { url: 'https://proxy.example:443' } }],
  ['SOCKS5 proxy.example:1080;PROXY other:1', { kind: 'proxy', server: { url: 'socks5://proxy.example:1080' } }],
  ['SOCKS proxy.example:1080', { kind: 'proxy', server: null }],
])('what Chromium found: %s', (found, route) => {
  expect(proxyOf(found)).toEqual(route);
});
