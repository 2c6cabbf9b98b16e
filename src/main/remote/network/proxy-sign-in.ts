/** The user name and password for a proxy, which only the keychain contains. */
import { z } from 'zod';
import { AppError, fail } from '#contract/errors.ts';
import { parseJson } from '#contract/text/parse-json.ts';
import type { ProxyCredentials } from '../../ports/network-plan';
import type { SecretStore } from '../../ports/ports';
import type { Topic } from '../../runtime/topics';
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

interface LostSignInDeps {
  /** What the settings name. */
  readonly proxyUrl: () => string | null;
  readonly signIn: Pick<ProxySignIn, 'read'>;
  readonly secrets: () => Pick<SecretStore, 'kind'>;
  readonly topic: Topic<boolean>;
}

/**
 * Returns a function that shows whether the sign-in that the settings name is missing, and is called when they have changed. A system keychain
 * keeps it, and isn't asked, as it may ask the user.
 */
export function createLostSignIn({ proxyUrl, signIn, secrets, topic }: LostSignInDeps): () => Promise<void> {
  let latest = 0;
  return async () => {
    latest += 1;
    const own = latest;
    const url = proxyUrl();
    const isLost = url !== null && secrets().kind !== 'system' && (await isMissing(signIn.read(url)));
    if (own === latest && isLost !== topic.get().value) topic.set(isLost);
  };
}

/** Whether nothing is stored; what is locked may be. */
async function isMissing(reading: Promise<unknown>): Promise<boolean> {
  return reading.then(
    () => false,
    (thrown: unknown) => thrown instanceof AppError && thrown.code === 'proxy-sign-in',
  );
}

function jsonOf(text: string | null): unknown {
  try {
    return text === null ? null : parseJson(text);
  } catch {
    return null;
  }
}
