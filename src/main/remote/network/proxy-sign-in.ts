/** The user name and password for a proxy, which only the keychain contains. */
import { z } from 'zod';
import { fail } from '#contract/errors.ts';
import { parseJson } from '#contract/text/parse-json.ts';
import type { ProxyCredentials } from '../../ports/network-plan';
import type { SecretStore } from '../../ports/ports';
import { parseProxy } from './proxy-server';

/** The item of the keychain. */
export const proxySignInItem = 'proxy/sign-in';

const stored = z.object({ proxyUrl: z.string(), username: z.string(), password: z.string() });

/** The sign-in that is stored; there is one at most. */
export interface ProxySignIn {
  /** Rejects with `proxy-sign-in` unless one is stored for this proxy, or with a code of the keychain (`keychain-…`). */
  read(proxyUrl: string): Promise<ProxyCredentials>;
  /**
   * Replaces what is stored, also for another proxy. Resolves to the proxy's URL as plans have it. Rejects with a code of the keychain, or like
   * `parseProxy` for what isn't a proxy.
   */
  store(proxyUrl: string, credentials: ProxyCredentials): Promise<string>;
  remove(): Promise<void>;
}

/** Creates the sign-in over the secret store, which is taken when it is needed. */
export function createProxySignIn(secrets: () => Pick<SecretStore, 'get' | 'set' | 'delete'>): ProxySignIn {
  return {
    async read(proxyUrl) {
      const found = stored.safeParse(jsonOf(await secrets().get(proxySignInItem)));
      // The settings are a file that others may have changed: what was stored for one proxy is for no other.
      if (!found.success || found.data.proxyUrl !== proxyUrl) throw fail('proxy-sign-in');
      const { username, password } = found.data;
      return { username, password };
    },
    async store(text, { username, password }) {
      const { url: proxyUrl } = parseProxy(text);
      await secrets().set(proxySignInItem, JSON.stringify({ proxyUrl, username, password }));
      return proxyUrl;
    },
    remove: () => secrets().delete(proxySignInItem),
  };
}

function jsonOf(text: string | null): unknown {
  try {
    return text === null ? null : parseJson(text);
  } catch {
    return null;
  }
}
