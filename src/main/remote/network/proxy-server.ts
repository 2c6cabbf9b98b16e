/** Proxy servers, and which of them the environment names. */

import { type AppError, fail } from '#contract/errors.ts';
import { parseUrl } from '#contract/urls.ts';
import type { ProxyServer } from '../../ports/network-plan';
import { findsRule, readEnvironmentRules } from './bypass';

/**
 * Returns the proxy at the URL that a user entered; `http:` if the text has no scheme. Throws `proxy-url-credentials` for one with a user name
 * or password, which settings must not contain, and `proxy-url-invalid` for everything else that isn't the URL of an HTTP or SOCKS 5 proxy.
 */
export function parseProxy(text: string): ProxyServer {
  const url = proxyUrl(text);
  if (url.username !== '' || url.password !== '') throw fail('proxy-url-credentials');
  return { url: originOf(url) };
}

/**
 * Returns the URL of a script for proxy auto-configuration. Throws `proxy-url-credentials` for one with a user name or password, and
 * `proxy-script-invalid` for what isn't an `http:` or `https:` URL.
 */
export function parseScriptUrl(text: string): string {
  const url = parseUrl(text);
  if (url === null || !/^https?:$/.test(url.protocol) || /\s/.test(text)) throw fail('proxy-script-invalid');
  if (url.username !== '' || url.password !== '') throw fail('proxy-url-credentials');
  return url.href;
}

/** Returns the proxy that environment variables name for a URL; null if there is none. Throws `proxy-url-invalid` if it can't be used. */
export function environmentProxy(target: URL, environment: Readonly<Record<string, string | undefined>>): ProxyServer | null {
  const names = target.protocol === 'https:' ? ['https_proxy', 'HTTPS_PROXY'] : ['http_proxy', 'HTTP_PROXY'];
  const text = firstOf(environment, [...names, 'all_proxy', 'ALL_PROXY']);
  if (text === null) return null;
  const bypass = firstOf(environment, ['no_proxy', 'NO_PROXY']);
  if (bypass !== null && findsRule(readEnvironmentRules(bypass), target)) return null;
  const found = proxyUrl(text);
  const url = originOf(found);
  if (found.username === '' && found.password === '') return { url };
  const credentials = { username: decoded(found.username), password: decoded(found.password) };
  return { url, signIn: async () => credentials };
}

/** Returns the port of a proxy. */
export function proxyPort({ url }: ProxyServer): number {
  const { port, protocol } = new URL(url);
  return Number(port) || ({ 'https:': 443, 'socks5:': 1080 }[protocol] ?? 80);
}

/** Whether a proxy speaks SOCKS. */
export function isSocks({ url }: ProxyServer): boolean {
  return url.startsWith('socks5:');
}

function firstOf(environment: Readonly<Record<string, string | undefined>>, names: readonly string[]): string | null {
  return names.map((name) => environment[name]).find((value) => value !== undefined && value !== '') ?? null;
}

function proxyUrl(text: string): URL {
  const url = parseUrl(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`);
  if (url === null || !/^(https?|socks5h?):$/.test(url.protocol) || /\s/.test(text) || url.port === '0') throw invalid();
  if (url.hostname === '' || !/^\/?$/.test(url.pathname) || url.search !== '' || url.hash !== '' || /[?#]/.test(text)) throw invalid();
  return url;
}

/** Returns a proxy's URL without a sign-in. Names are always looked up by a SOCKS proxy, which `socks5h:` says in other programs. */
function originOf(url: URL): string {
  if (!url.protocol.startsWith('socks')) return url.origin;
  // The host of such a URL isn't normalized.
  const host = parseUrl(`http://${url.hostname}`)?.hostname;
  if (host === undefined) throw invalid();
  return `socks5://${host}${url.port === '' ? '' : `:${url.port}`}`;
}

function invalid(): AppError {
  return fail('proxy-url-invalid');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalid();
  }
}
