/** Creates the network plan from the settings: proxies and certificates, read and validated. */

import { AppError, fail } from '#contract/errors.ts';
import type { Settings } from '#contract/setting-rows.ts';
import { isLoopback } from '#contract/urls.ts';
import type { NetworkPlan, ProxyCredentials, ProxyFailure, ProxyPlan, Route } from '../../ports/network-plan';
import { findsRule, parseBypass } from './bypass';
import { parseProxy, parseScriptUrl } from './proxy-server';

/** The plan without any settings. */
export const initialPlan: NetworkPlan = { proxy: { mode: 'system' }, authorities: [] };

/** The settings about the proxy. */
export type ProxySettings = Pick<Settings, 'proxyMode' | 'proxyUrl' | 'proxyBypass' | 'proxyScript' | 'proxySignInUrl'>;

/** What the network stack of a host can do. */
interface ProxyAbilities {
  /** Run the script that chooses a proxy. */
  readonly scripts: boolean;
  /** Sign in to a SOCKS proxy. */
  readonly socksSignIn: boolean;
}

/** What Chromium's network stack can do, and that of Node. */
export const abilitiesOf: Readonly<Record<'electron' | 'browser' | 'terminal', ProxyAbilities>> = {
  electron: { scripts: true, socksSignIn: false },
  browser: { scripts: false, socksSignIn: true },
  terminal: { scripts: false, socksSignIn: true },
};

/**
 * Returns what settings say about the proxy. `read` reads the sign-in that is stored for a proxy, and is only called for that of
 * `proxySignInUrl`. Never throws.
 */
export function proxyPlan(
  settings: ProxySettings,
  abilities: ProxyAbilities,
  read: (proxyUrl: string) => Promise<ProxyCredentials>,
): ProxyPlan {
  try {
    return planOf(settings, abilities, read);
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    return { mode: 'unusable', code: thrown.code as ProxyFailure };
  }
}

function planOf(
  { proxyMode, proxyUrl, proxyBypass, proxyScript, proxySignInUrl }: ProxySettings,
  { scripts, socksSignIn }: ProxyAbilities,
  read: (proxyUrl: string) => Promise<ProxyCredentials>,
): ProxyPlan {
  if (proxyMode === 'automatic') {
    if (!scripts) throw fail('proxy-script-unsupported');
    return { mode: 'automatic', script: parseScriptUrl(proxyScript) };
  }
  if (proxyMode !== 'manual') return { mode: proxyMode };
  const { url } = parseProxy(proxyUrl);
  const bypass = parseBypass(proxyBypass);
  // What was stored for another proxy must never be sent to this one.
  if (proxySignInUrl !== url) return { mode: 'manual', server: { url }, bypass };
  if (!socksSignIn && url.startsWith('socks5:')) throw fail('proxy-socks-sign-in');
  return { mode: 'manual', server: { url, signIn: () => read(url) }, bypass };
}

/** Returns the way to a URL; this machine is always reached directly. Throws the code of a proxy that can't be used. */
export function routeOf(plan: ProxyPlan, url: URL): Route {
  if (isLoopback(url) || plan.mode === 'none') return { kind: 'direct' };
  if (plan.mode === 'unusable') throw fail(plan.code);
  if (plan.mode === 'system' || plan.mode === 'automatic') return { kind: 'system' };
  return findsRule(plan.bypass, url) ? { kind: 'direct' } : { kind: 'proxy', server: plan.server };
}
