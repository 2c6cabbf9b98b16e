/** Whether the user is present: proved to the system, or by the passphrase of the lock. */
import type { Attempt, LockState } from '#contract/bridge/lock.ts';
import type { Confirmation } from '#contract/bridge/safety.ts';
import { AppError, fail } from '#contract/errors.ts';
import type { Lock } from '../lock/lock';
import type { PresenceCheck, PresenceReason } from '../ports/ports';
import type { Topic } from '../runtime/topics';

type PresenceMeans = NonNullable<Confirmation['presence']>;

export interface Presence {
  /** Returns how the user can prove presence now. Throws `presence-unavailable` if there is no way. */
  means(): PresenceMeans;
  /**
   * Verifies a proof. Resolves to an outcome other than `right` for a wrong passphrase. Throws `presence-not-verified` if the user canceled
   * the system's prompt or failed, `confirmation-pending` while another prompt is shown, `presence-unavailable` if there is no way
   * anymore, `confirmation-expired` if there is another one by now, and `bad-input` without a passphrase.
   */
  verify(means: PresenceMeans, passphrase: string | undefined, reason: PresenceReason): Promise<Attempt>;
}

export interface PresenceDeps {
  readonly check: PresenceCheck | null;
  readonly lock: Pick<Lock, 'verify'>;
  readonly lockState: Pick<Topic<LockState>, 'get'>;
}

/**
 * Creates the check. While the system can check, the passphrase is no proof: a compromised page could set the first passphrase itself and
 * then pass with it.
 */
export function createPresence({ check, lock, lockState }: PresenceDeps): Presence {
  let isPrompting = false;
  const known = (): PresenceMeans | null => {
    if (check?.isAvailable()) return 'system';
    return lockState.get().value.hasPassphrase ? 'passphrase' : null;
  };
  const prompt = async (reason: PresenceReason): Promise<boolean> => {
    if (isPrompting) throw fail('confirmation-pending');
    isPrompting = true;
    try {
      return (await check?.verify(reason)) === true;
    } catch (thrown) {
      throw thrown instanceof AppError ? thrown : fail('presence-not-verified', {}, thrown);
    } finally {
      isPrompting = false;
    }
  };
  return {
    means() {
      const means = known();
      if (means === null) throw fail('presence-unavailable');
      return means;
    },
    async verify(means, passphrase, reason) {
      if (known() !== means) throw fail(known() === null ? 'presence-unavailable' : 'confirmation-expired');
      if (means === 'passphrase') {
        if (passphrase === undefined) throw fail('bad-input', { path: 'passphrase' });
        return lock.verify(passphrase);
      }
      if (!(await prompt(reason))) throw fail('presence-not-verified');
      return { outcome: 'right' };
    },
  };
}
