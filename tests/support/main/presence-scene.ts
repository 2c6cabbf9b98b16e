/** Confirmations and presence checks as a spec sets them up: a system that can check or can't, and a passphrase. */
import type { LockState } from '#contract/bridge/lock.ts';
import type { Confirmation } from '#contract/bridge/safety.ts';
import { createConfirmations } from '#main/gateway/confirmations.ts';
import { createPresence } from '#main/gateway/presence.ts';
import type { PresenceCheck, PresenceReason } from '#main/ports/ports.ts';
import { createFakeClock } from '../fake-clock';

export const passphrase = 'correct horse battery';

const unlocked: LockState = {
  locked: false,
  problem: null,
  hasPassphrase: true,
  secrets: 'system',
  canSeal: false,
  canCheckPresence: false,
};

/** Creates them, by default with a passphrase and without a check by the system. */
export function presenceScene({ hasCheck = false, hasPassphrase = true } = {}) {
  const clock = createFakeClock();
  const reasons: PresenceReason[] = [];
  const compared: string[] = [];
  const state = { hasCheck, hasPassphrase, verifies: async (): Promise<boolean> => true };
  const check: PresenceCheck = {
    isAvailable: () => state.hasCheck,
    verify: (reason) => {
      reasons.push(reason);
      return state.verifies();
    },
  };
  const presence = createPresence({
    check,
    lock: {
      verify: async (text) => {
        compared.push(text);
        return text === passphrase ? { outcome: 'right' } : { outcome: 'wrong', waitMillis: 0 };
      },
    },
    lockState: { get: () => ({ revision: 1, value: { ...unlocked, hasPassphrase: state.hasPassphrase } }) },
  });
  let made = 0;
  const confirmations = createConfirmations(clock, () => `q${++made}`, presence);
  return { clock, state, presence, confirmations, reasons, compared };
}

/** Returns the confirmation that a check requires. Fails if it requires none. */
export function confirmationOf(report: unknown): Confirmation {
  const { confirmation } = report as { readonly confirmation?: Confirmation };
  if (confirmation === undefined) throw new Error('nothing was asked');
  return confirmation;
}
