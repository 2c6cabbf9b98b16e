/** The system keychain as a secret store, accessed through a worker, one request at a time, each with a timeout. */
import { AppError, fail } from '#contract/errors.ts';
import type { ProviderName } from '#contract/workers/keychain.ts';
import type { Clock, Ports, SecretStore } from '../ports/ports';
import { createTaskQueue } from '../storage/task-queue';
import { createKeychainClient, type KeychainOperation } from './keychain-client';

export interface KeychainDeps {
  readonly spawnWorker: Ports['spawnWorker'];
  readonly clock: Clock;
  readonly provider: ProviderName;
  /** The service name of the items; one for each profile, so that profiles do not share accounts. */
  readonly service: string;
  /** Timeout of a request, including an unlock prompt. */
  readonly timeoutMillis?: number;
}

export interface Keychain extends SecretStore {
  /** Ends the worker. Pending and later requests fail. */
  close(): void;
}

/** Windows stores up to 2560 bytes of UTF-16 per item. The limit is the same on all platforms, so that profiles are portable. */
export const maxValueBytes = 1200;
const defaultTimeoutMillis = 10_000;

/** Creates the keychain without a request to it. Failed requests reject with one of the `keychain-` codes and never resolve to null. */
export function createKeychain({ spawnWorker, clock, provider, service, timeoutMillis = defaultTimeoutMillis }: KeychainDeps): Keychain {
  const args = ['--provider', provider, '--service', service];
  const client = createKeychainClient(() => spawnWorker('keychain-worker', args), clock, timeoutMillis);
  const enqueue = createTaskQueue();
  let closed = false;

  const send = async (operation: KeychainOperation): Promise<string | null> => {
    if (closed) throw fail('keychain-absent');
    try {
      return await client.run(operation);
    } catch (thrown) {
      // A library stays connected to a keyring that has restarted, and keeps failing. A new worker connects to the new one.
      const isStale = client.isVerified && thrown instanceof AppError && thrown.code === 'keychain-absent';
      if (!isStale) throw thrown;
      client.dismiss();
      return client.run(operation);
    }
  };

  return {
    kind: 'system',
    get: (item) => enqueue(() => send({ op: 'get', item })),
    async set(item, value) {
      if (value.length > maxValueBytes || value.includes('\0')) throw fail('keychain-full');
      await enqueue(() => send({ op: 'set', item, value }));
    },
    delete: async (item) => void (await enqueue(() => send({ op: 'delete', item }))),
    close() {
      closed = true;
      client.dismiss();
    },
  };
}
