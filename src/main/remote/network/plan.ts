/** How requests reach other machines: what the settings say, read and checked. */
import type { Settings } from '../../../contract/bridge/settings';
import type { ErrorCode } from '../../../contract/error-codes';
import { AppError, fail } from '../../../contract/errors';
import { isLoopback } from '../../../contract/loopback';
import { type BypassRule, findsRule, parseBypass } from './bypass';
import { type ProxyServer, parseProxy } from './proxy-server';

/** Error codes about the proxy between this machine and a service. */
export type ProxyFailure = Extract<
  ErrorCode,
  'proxy-unreachable' | 'proxy-refused' | 'proxy-sign-in' | 'proxy-url-invalid' | 'proxy-url-credentials' | 'proxy-bypass-invalid'
>;

export type ProxyPlan =
  | { readonly mode: 'system' }
  | { readonly mode: 'none' }
  | { readonly mode: 'manual'; readonly server: ProxyServer; readonly bypass: readonly BypassRule[] }
  /** The settings can't be used. Requests fail with the code, because one that avoids a proxy may be seen where it shouldn't. */
  | { readonly mode: 'unusable'; readonly code: ProxyFailure };

/** A plan never changes; another one replaces it. */
export interface NetworkPlan {
  readonly proxy: ProxyPlan;
  /** PEM texts of certificates that are trusted in addition to those of the system. */
  readonly authorities: readonly string[];
}

/** `server` is null for a proxy of another kind, such as SOCKS, which only the host can use. */
export type KnownRoute = { readonly kind: 'direct' } | { readonly kind: 'proxy'; readonly server: ProxyServer | null };
/** `system`: as the system's settings say. */
export type Route = { readonly kind: 'direct' } | { readonly kind: 'system' } | { readonly kind: 'proxy'; readonly server: ProxyServer };

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
