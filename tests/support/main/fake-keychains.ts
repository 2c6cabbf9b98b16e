/** Fakes the system keychain for its libraries, in memory: healthy, locked, unavailable, or hanging. */

import { type KeychainFault, keychainRequest, type ProviderName, providerNames } from '#contract/workers/keychain.ts';
import type { Ports, Worker } from '#main/ports/ports.ts';

/** How a library responds to a request. */
export type KeychainHealth = 'healthy' | 'hanging' | KeychainFault;

export interface FakeKeychains {
  readonly spawnWorker: Ports['spawnWorker'];
  /** Libraries can't read each other's items. */
  readonly health: Record<ProviderName, KeychainHealth>;
  /** Names and values that a library stored under a service's name. */
  stored(provider: ProviderName, service: string): Record<string, string>;
  /** The names of the services under which a library stored anything. */
  services(provider: ProviderName): string[];
  /** Requests so far, as `provider op item`. */
  readonly asked: string[];
}

/** Creates keychains without items, healthy by default. */
export function createFakeKeychains(health: Partial<Record<ProviderName, KeychainHealth>> = {}): FakeKeychains {
  const items = new Map(providerNames.map((name) => [name, new Map<string, Map<string, string>>()]));
  const servicesOf = (provider: ProviderName) => items.get(provider) ?? new Map<string, Map<string, string>>();
  const fake: FakeKeychains = {
    health: { 'napi-keyring': 'healthy', keytar: 'healthy', ...health },
    asked: [],
    stored: (provider, service) => Object.fromEntries(servicesOf(provider).get(service) ?? []),
    services: (provider) => [...servicesOf(provider).keys()],
    spawnWorker(name, args) {
      if (name === 'library-worker') throw new Error('No library in this test');
      const provider = providerNames.find((name) => args.includes(name)) ?? 'napi-keyring';
      const service = args[args.indexOf('--service') + 1] ?? '';
      return workerOf((request) => {
        const { id, op, item, value } = keychainRequest.parse(request);
        fake.asked.push(`${provider} ${op} ${item}`);
        const own = fake.health[provider];
        if (own === 'hanging') return null;
        if (own !== 'healthy') return { id, ok: false, fault: own };
        const known = servicesOf(provider).get(service) ?? new Map<string, string>();
        if (op === 'set') servicesOf(provider).set(service, known.set(item, value ?? ''));
        if (op === 'delete') known.delete(item);
        return { id, ok: true, value: op === 'get' ? (known.get(item) ?? null) : null };
      });
    },
  };
  return fake;
}

function workerOf(reply: (request: unknown) => unknown): Worker {
  const listeners: ((message: unknown) => void)[] = [];
  return {
    post(request) {
      const answer = reply(request);
      if (answer !== null) setImmediate(() => listeners.forEach((listener) => void listener(answer)));
    },
    onMessage: (listener) => void listeners.push(listener),
    onExit: () => undefined,
    kill: () => undefined,
  };
}
