/** Proxies and certificates for requests, as passed to the transports of hosts. */
import type { ErrorCode } from '#contract/error-codes.ts';

export interface ProxyCredentials {
  readonly username: string;
  readonly password: string;
}

export interface ProxyServer {
  /** `http:`, `https:`, or `socks5:`, without a user name or password. */
  readonly url: string;
  /**
   * Reads what the proxy is signed in to with, when a connection needs it. Rejects with `proxy-sign-in` if it is no longer stored, or with a
   * code of the keychain (`keychain-…`). Absent for a proxy without a sign-in.
   */
  readonly signIn?: () => Promise<ProxyCredentials>;
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
  | 'proxy-unreachable'
  | 'proxy-refused'
  | 'proxy-sign-in'
  | 'proxy-url-invalid'
  | 'proxy-url-credentials'
  | 'proxy-bypass-invalid'
  | 'proxy-script-invalid'
  | 'proxy-script-unsupported'
  | 'proxy-socks-sign-in'
>;

export type ProxyPlan =
  | { readonly mode: 'system' }
  | { readonly mode: 'none' }
  | { readonly mode: 'manual'; readonly server: ProxyServer; readonly bypass: readonly BypassRule[] }
  /** The script at the URL chooses (proxy auto-configuration). Only for hosts that can run one. */
  | { readonly mode: 'automatic'; readonly script: string }
  /** The settings can't be used. Requests fail with the code, because one that avoids a proxy may be seen where it shouldn't. */
  | { readonly mode: 'unusable'; readonly code: ProxyFailure };

/** A plan never changes; another one replaces it. */
export interface NetworkPlan {
  readonly proxy: ProxyPlan;
  /** PEM texts of certificates that are trusted in addition to those of the system. */
  readonly authorities: readonly string[];
}

/** `server` is null for a proxy of another kind, such as SOCKS 4, which only the host can use. */
export type KnownRoute = { readonly kind: 'direct' } | { readonly kind: 'proxy'; readonly server: ProxyServer | null };
/** `system`: as the host finds, by the system's settings or a script. */
export type Route = { readonly kind: 'direct' } | { readonly kind: 'system' } | { readonly kind: 'proxy'; readonly server: ProxyServer };
