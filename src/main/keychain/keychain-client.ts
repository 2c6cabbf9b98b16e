/** A line to the keychain's worker: one question at a time, each with a limit. */
import { fail } from '../../contract/errors';
import { type KeychainRequest, keychainAnswer } from '../../contract/workers/keychain';
import type { Clock, Worker } from '../ports';

export type KeychainOperation = Omit<KeychainRequest, 'id'>;

export interface KeychainClient {
  /** True while a worker runs that has reached its keychain before. */
  readonly isVerified: boolean;
  /** Fails with one of the `keychain-` codes. A worker that is slow or gone is replaced at the next question. */
  run(operation: KeychainOperation): Promise<string | null>;
  /** Ends the worker; the question under way fails. */
  dismiss(): void;
}

interface Waiting {
  readonly id: number;
  settle(message: unknown): void;
  fail(code: 'keychain-absent' | 'keychain-slow'): void;
}

/** Opens a line; no worker is started before the first question. */
export function createKeychainClient(spawn: () => Worker, clock: Clock, timeoutMillis: number): KeychainClient {
  let worker: Worker | null = null;
  let isProven = false;
  let lastId = 0;
  let waiting: Waiting | null = null;

  const running = (): Worker => {
    if (worker) return worker;
    const own = spawn();
    own.onMessage((message) => waiting?.settle(message));
    own.onExit(() => {
      if (worker !== own) return;
      worker = null;
      waiting?.fail('keychain-absent');
    });
    worker = own;
    isProven = false;
    return own;
  };

  const dismiss = () => {
    const own = worker;
    worker = null;
    own?.kill();
    waiting?.fail('keychain-absent');
  };

  const wait = (id: number) =>
    new Promise<string | null>((resolve, reject) => {
      const over = () => {
        cancel();
        waiting = null;
      };
      const cancel = clock.after(timeoutMillis, () => {
        waiting?.fail('keychain-slow');
        dismiss();
      });
      waiting = {
        id,
        fail(code) {
          over();
          reject(fail(code));
        },
        settle(message) {
          const answer = keychainAnswer.safeParse(message);
          if (!answer.success || answer.data.id !== id) return;
          over();
          const { data } = answer;
          isProven ||= data.ok || data.fault !== 'keychain-absent';
          if (data.ok) resolve(data.value);
          else reject(fail(data.fault));
        },
      };
    });

  return {
    dismiss,
    get isVerified() {
      return worker !== null && isProven;
    },
    run(operation) {
      lastId += 1;
      const request = { id: lastId, ...operation };
      const answer = wait(lastId);
      try {
        running().post(request);
      } catch {
        // Nothing was started that could reply.
        waiting?.fail('keychain-absent');
      }
      return answer;
    },
  };
}
