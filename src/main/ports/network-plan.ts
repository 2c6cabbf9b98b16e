/** How requests reach other machines, as the transports of hosts are told. */
import type { ErrorCode } from '#contract/error-codes.ts';

export interface ProxyServer {
  /** `http:` or `https:`, without a user name or password. */
  readonly url: string;
  /** Value of the `proxy-authorization` header. */
  readonly authorization?: string;
}

export interface BypassRule {
  readonly kind: 'any' | 'plain' | 'host' | 'range';
  /** For `host`, in lower case, and for `range`, an IP address. */
  readonly host: string;
  /** Whether names below `host` count too. */
  readonly below: boolean;
  /** Length of the prefix of a range. */
  readonly bits: number;
  /** Null for every port. */
  readonly port: number | null;
}

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
