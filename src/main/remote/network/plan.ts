/** Creates the network plan from the settings: proxies and certificates, read and validated. */

import { AppError, fail } from '#contract/errors.ts';
import type { Settings } from '#contract/setting-rows.ts';
import { isLoopback } from '#contract/urls.ts';
import type { NetworkPlan, ProxyFailure, ProxyPlan, Route } from '../../ports/network-plan';
import { findsRule, parseBypass } from './bypass';
import { parseProxy } from './proxy-server';

/** The plan without any settings. */
export const initialPlan: NetworkPlan = { proxy: { mode: 'system' }, authorities: [] };

/** Returns what settings say about the proxy. Never throws. */
export function proxyPlan({ proxyMode, proxyUrl, proxyBypass }: Pick<Settings, 'proxyMode' | 'proxyUrl' | 'proxyBypass'>): ProxyPlan {
  if (proxyMode !== 'manual') return { mode: proxyMode };
  try {
    return { mode: 'manual', server: parseProxy(proxyUrl), bypass: parseBypass(proxyBypass) };
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    return { mode: 'unusable', code: thrown.code as ProxyFailure };
  }
}

/** Returns the way to a URL; this machine is always reached directly. Throws the code of a proxy that can't be used. */
export function routeOf(plan: ProxyPlan, url: URL): Route {
  if (isLoopback(url) || plan.mode === 'none') return { kind: 'direct' };
  if (plan.mode === 'unusable') throw fail(plan.code);
  if (plan.mode === 'system') return { kind: 'system' };
  return findsRule(plan.bypass, url) ? { kind: 'direct' } : { kind: 'proxy', server: plan.server };
}
