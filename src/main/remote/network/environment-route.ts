/** The way to a URL for a network stack that knows the system's proxy by environment variables only. */
import { type ProxyPlan, routeOf } from './plan';
import { environmentProxy, type ProxyServer } from './proxy-server';

export type EnvironmentRoute = { readonly kind: 'direct' } | { readonly kind: 'proxy'; readonly server: ProxyServer };

/** Returns the way to a URL. Throws the code of a proxy that can't be used. */
export function environmentRoute(plan: ProxyPlan, url: URL, environment: Readonly<Record<string, string | undefined>>): EnvironmentRoute {
  const route = routeOf(plan, url);
  if (route.kind !== 'system') return route;
  const server = environmentProxy(url, environment);
  return server === null ? { kind: 'direct' } : { kind: 'proxy', server };
}
