/** The lock of the app: a passphrase that everything else waits for. */
import { z } from 'zod';
import { call, topic } from '../definitions';
import { passphraseLength } from '../sealed-format';

/** Why no passphrase can be checked: what is wrong with the file that verifies it. */
const lockProblem = z.enum(['damaged', 'newer', 'unreadable', 'absent']);
export type LockProblem = z.output<typeof lockProblem>;

const lockState = z.strictObject({
  locked: z.boolean(),
  /** Null while a passphrase can be checked, and while the app isn't locked. */
  problem: lockProblem.nullable(),
  /** Whether a passphrase is set. Without one, nothing is ever locked. */
  hasPassphrase: z.boolean(),
  /** Where secrets are stored. */
  secrets: z.enum(['system', 'memory', 'sealed']),
  /** Whether the user can choose between memory and a sealed file. */
  canSeal: z.boolean(),
  /** Whether the system can check that the user is present, as with Touch ID. */
  canCheckPresence: z.boolean(),
});
export type LockState = z.output<typeof lockState>;

/** What became of a passphrase. `waitMillis` is the time until the next one is accepted; 0 if there is no wait. */
export const attempt = z.discriminatedUnion('outcome', [
  z.strictObject({ outcome: z.literal('right') }),
  /** It wasn't compared, if `outcome` is `wait`. */
  z.strictObject({ outcome: z.enum(['wrong', 'wait']), waitMillis: z.number().min(0) }),
]);
export type Attempt = z.output<typeof attempt>;

const passphrase = z.string().max(passphraseLength.max);

export const lock = {
  /** Allowed while the app is locked, as are `unlock` and `now`; `waitMillis` as in an attempt. */
  state: topic(lockState),
  wait: call(z.strictObject({}), z.strictObject({ waitMillis: z.number().min(0) })),
  /** Throws `lock-file-unreadable` if no passphrase can be checked. */
  unlock: call(z.strictObject({ passphrase }), attempt),
  /** Locks the app at once. Does nothing without a passphrase. */
  now: call(z.strictObject({}), z.null()),
  /** Reports that the user has used the window. */
  activity: call(z.strictObject({}), z.null()),
  /**
   * Sets the first passphrase, and also moves secrets from memory to a file that it seals, if `seal` is true. Throws `passphrase-too-short`,
   * `not-allowed` if there is one or secrets can't be sealed, and `lock-file-unreadable`. Then nothing changes.
   */
  setPassphrase: call(z.strictObject({ passphrase, seal: z.boolean() }), z.null()),
  /** Throws `passphrase-too-short`. Nothing changes unless the outcome is `right`. */
  changePassphrase: call(z.strictObject({ current: passphrase, next: passphrase }), attempt),
  /** Moves secrets from memory to a file that the passphrase seals, or back. Throws `not-allowed` with a keychain. */
  setSealed: call(z.strictObject({ current: passphrase, sealed: z.boolean() }), attempt),
  /** Moves sealed secrets back to memory. Nothing changes unless the outcome is `right`. */
  removePassphrase: call(z.strictObject({ current: passphrase }), attempt),
};
