/** The system's keychain as a secret store: asked through a worker, one question at a time, with a limit on each. */
import { AppError, fail } from '../../contract/errors';
import type { Clock, Ports, SecretStore, Worker } from '../ports';
import { type KeychainRequest, keychainAnswer, type ProviderName } from './keychain-protocol';

export interface KeychainParts {
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
export const longestValue = 1200;
const defaultPatience = 10_000;

/**
 * Opens the keychain; nothing is asked yet. Every question fails with one of the `keychain-` codes, never with an empty
 * answer. A worker that is slow or gone is killed and replaced at the next question.
 */
export function createKeychain({ spawnWorker, clock, provider, service, patience = defaultPatience }: KeychainParts): Keychain {
  let worker: Worker | null = null;
  let queue: Promise<unknown> = Promise.resolve();
  let lastId = 0;
  let closed = false;
  /** The worker that runs has reached the keychain before. */
  let isProven = false;
  let waiting: { id: number; settle: (message: unknown) => void; lost: () => void } | null = null;

  const running = (): Worker => {
    if (worker) return worker;
    const own = spawnWorker('keychain-worker', ['--provider', provider, '--service', service]);
    own.onMessage((message) => waiting?.settle(message));
    own.onExit(() => {
      if (worker !== own) return;
      worker = null;
      waiting?.lost();
    });
    worker = own;
    isProven = false;
    return own;
  };

  const dismiss = () => {
    const own = worker;
    worker = null;
    own?.kill();
    waiting?.lost();
  };

  const ask = (question: Omit<KeychainRequest, 'id'>) =>
    new Promise<string | null>((resolve, reject) => {
      lastId += 1;
      const id = lastId;
      const finish = (conclude: () => void) => {
        cancel();
        waiting = null;
        conclude();
      };
      const cancel = clock.after(patience, () => {
        finish(() => reject(fail('keychain-slow')));
        dismiss();
      });
      if (closed) return finish(() => reject(fail('keychain-absent')));
      waiting = {
        id,
        lost: () => finish(() => reject(fail('keychain-absent'))),
        settle: (message) => {
          const answer = keychainAnswer.safeParse(message);
          if (!answer.success || answer.data.id !== id) return;
          const { data } = answer;
          isProven ||= data.ok || data.fault !== 'keychain-absent';
          finish(() => (data.ok ? resolve(data.value) : reject(fail(data.fault))));
        },
      };
      running().post({ id, ...question });
    });

  /** Libraries keep to a keyring that was restarted since, and fail for ever: a new worker finds the new one. */
  const askAgain = async (question: Omit<KeychainRequest, 'id'>): Promise<string | null> => {
    try {
      return await ask(question);
    } catch (thrown) {
      const isStale = worker !== null && isProven && thrown instanceof AppError && thrown.code === 'keychain-absent';
      if (!isStale) throw thrown;
      dismiss();
      return ask(question);
    }
  };

  const inTurn = (question: Omit<KeychainRequest, 'id'>): Promise<string | null> => {
    const turn = queue.then(() => askAgain(question));
    queue = turn.catch(() => undefined);
    return turn;
  };

  return {
    kind: 'system',
    get: (key) => inTurn({ op: 'get', item: key }),
    async set(key, value) {
      if (value.length > longestValue || value.includes('\0')) throw fail('keychain-full');
      await inTurn({ op: 'set', item: key, value });
    },
    delete: async (key) => void (await inTurn({ op: 'delete', item: key })),
    close() {
      closed = true;
      dismiss();
    },
  };
}
