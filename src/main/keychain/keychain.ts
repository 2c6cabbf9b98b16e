/** The system's keychain as a secret store: asked through a worker, one question at a time, with a limit on each. */
import { AppError, fail } from '../../contract/errors';
import type { ProviderName } from '../../contract/workers/keychain';
import type { Clock, Ports, SecretStore } from '../ports';
import { createTaskQueue } from '../storage/task-queue';
import { createKeychainClient, type KeychainOperation } from './keychain-client';

export interface KeychainDeps {
  readonly spawnWorker: Ports['spawnWorker'];
  readonly clock: Clock;
  readonly provider: ProviderName;
  /** The name items are filed under; one for each profile, so that profiles do not share accounts. */
  readonly service: string;
  /** Milliseconds a question may take, an unlock prompt included. */
  readonly patience?: number;
}

export interface Keychain extends SecretStore {
  /** Ends the worker; what is asked now or later fails. */
  close(): void;
}

/** Windows keeps 2560 bytes an item, in UTF-16; one limit for all platforms keeps profiles portable. */
export const maxValueBytes = 1200;
const defaultTimeoutMillis = 10_000;

/** Opens the keychain; nothing is asked yet. Every question fails with one of the `keychain-` codes, never with an empty answer. */
export function createKeychain({ spawnWorker, clock, provider, service, patience = defaultTimeoutMillis }: KeychainDeps): Keychain {
  const args = ['--provider', provider, '--service', service];
  const line = createKeychainClient(() => spawnWorker('keychain-worker', args), clock, patience);
  const inTurn = createTaskQueue();
  let closed = false;

  const ask = async (question: KeychainOperation): Promise<string | null> => {
    if (closed) throw fail('keychain-absent');
    try {
      return await line.run(question);
    } catch (thrown) {
      // Libraries keep to a keyring that was restarted since, and fail for ever: a new worker finds the new one.
      const isStale = line.isVerified && thrown instanceof AppError && thrown.code === 'keychain-absent';
      if (!isStale) throw thrown;
      line.dismiss();
      return line.run(question);
    }
  };

  return {
    kind: 'system',
    get: (item) => inTurn(() => ask({ op: 'get', item })),
    async set(item, value) {
      if (value.length > maxValueBytes || value.includes('\0')) throw fail('keychain-full');
      await inTurn(() => ask({ op: 'set', item, value }));
    },
    delete: async (item) => void (await inTurn(() => ask({ op: 'delete', item }))),
    close() {
      closed = true;
      line.dismiss();
    },
  };
}
