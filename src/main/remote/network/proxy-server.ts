/** Proxy servers, and which of them the environment names. */

import { type AppError, fail } from '#contract/errors.ts';
import { parseUrl } from '#contract/urls.ts';
import type { ProxyServer } from '../../ports/network-plan';
import { findsRule, readEnvironmentRules } from './bypass';

/**
 * Returns the proxy at the URL that a user entered; `http:` if the text has no scheme. Throws `proxy-url-credentials` for one with a user name
 * or password, which settings must not contain, and `proxy-url-invalid` for everything else that isn't the URL of an HTTP proxy.
 */
export function parseProxy(text: string): ProxyServer {
  const url = proxyUrl(text);
  if (url.username !== '' || url.password !== '') throw fail('proxy-url-credentials');
  return { url: url.origin };
}

/** Returns the proxy that environment variables name for a URL; null if there is none. Throws `proxy-url-invalid` if it can't be used. */
export function environmentProxy(target: URL, environment: Readonly<Record<string, string | undefined>>): ProxyServer | null {
  const names = target.protocol === 'https:' ? ['https_proxy', 'HTTPS_PROXY'] : ['http_proxy', 'HTTP_PROXY'];
  const text = firstOf(environment, [...names, 'all_proxy', 'ALL_PROXY']);
  if (text === null) return null;
  const bypass = firstOf(environment, ['no_proxy', 'NO_PROXY']);
  if (bypass !== null && findsRule(readEnvironmentRules(bypass), target)) return null;
  const { origin, username, password } = proxyUrl(text);
  if (username === '' && password === '') return { url: origin };
  return { url: origin, authorization: `Basic ${Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64')}` };
}

/** Returns the port of a proxy. */
export function proxyPort({ url }: ProxyServer): number {
  const { port, protocol } = new URL(url);
  return Number(port) || (protocol === 'https:' ? 443 : 80);
}

function firstOf(environment: Readonly<Record<string, string | undefined>>, names: readonly string[]): string | null {
  return names.map((name) => environment[name]).find((value) => value !== undefined && value !== '') ?? null;
}

function proxyUrl(text: string): URL {
  const url = parseUrl(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`);
  if (url === null || !/^https?:$/.test(url.protocol) || /\s/.test(text) || url.port === '0') throw invalid();
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '' || /[?#]/.test(text)) throw invalid();
  return url;
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
