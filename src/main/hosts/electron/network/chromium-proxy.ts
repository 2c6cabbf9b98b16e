/** Proxies in the form of Chromium. Doesn't import Electron. */
import type { ProxyConfig } from 'electron';
import { fail } from '#contract/errors.ts';
import type { KnownRoute, ProxyPlan } from '../../../ports/network-plan';
import { chromiumRules } from '../../../remote/network/bypass';

/** Returns the settings of a session. Throws the code of a proxy that can't be used. */
export function proxyConfig(plan: ProxyPlan): ProxyConfig {
  if (plan.mode === 'unusable') throw fail(plan.code);
  if (plan.mode === 'none') return { mode: 'direct' };
  if (plan.mode === 'system') return { mode: 'system' };
  // Without its script, Chromium refuses to connect, as the app does.
  if (plan.mode === 'automatic') return { mode: 'pac_script', pacScript: plan.script };
  // A scheme of the proxy, then its host; the rules have no fallback to a direct connection.
  return { mode: 'fixed_servers', proxyRules: plan.server.url, proxyBypassRules: chromiumRules(plan.bypass) };
}

/** Returns the first choice in what Chromium found for a URL, such as `PROXY proxy.example:3128; DIRECT`. */
export function proxyOf(found: string): KnownRoute {
  const [kind = '', address = ''] = found.split(';')[0]?.trim().split(/\s+/) ?? [];
  if (kind === '' || kind === 'DIRECT') return { kind: 'direct' };
  const scheme = { PROXY: 'http', HTTPS: 'https', SOCKS5: 'socks5' }[kind];
  return { kind: 'proxy', server: scheme === undefined ? null : { url: `${scheme}://${address}` } };
}
