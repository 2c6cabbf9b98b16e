/** Setting up two-factor authentication. The main process makes the secret and verifies the first code. */
import { z } from 'zod';
import { call } from '../definitions';

/** ID of a setup in the main process. Only the window that started the setup may continue it. */
const target = z.strictObject({ setupId: z.string().max(64) });

export const twoFactor = {
  /**
   * Makes a secret for an authenticator app, valid for 15 minutes. `key` is the secret as text, `uri` the `otpauth:` URL with it. Nothing
   * is sent before `enable`. Throws `two-factor-on` if two-factor authentication is already on.
   */
  begin: call(
    z.strictObject({ accountId: z.string().max(64) }),
    z.strictObject({ setupId: z.string(), key: z.string(), uri: z.string(), until: z.int() }),
  ),
  /**
   * Verifies a 6-digit code locally, then stores the secret at the service. Throws `bad-input` at `totp` for an incorrect code, which sends
   * nothing, `two-factor-on` if it was turned on in the meantime, and `flow-over` when the setup has ended. After any other failure it can
   * be called again with the same code.
   */
  enable: call(target.extend({ totp: z.string().max(64) }), z.null()),
  /** Copies the key to the system clipboard, which is cleared after 30 s. Throws `clipboard-unavailable` if only the page has one. */
  copyKey: call(target, z.null()),
  /** Opens the `otpauth:` URL with the system's authenticator app. */
  openApp: call(target, z.null()),
  /** Deletes the secret of a setup. Does nothing if it has ended. */
  cancel: call(target, z.null()),
};
