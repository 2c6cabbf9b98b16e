/** The service's webhook portal, which is opened in the system browser. */
import { z } from 'zod';
import { call } from '../definitions';

export const webhookPortal = {
  /**
   * Opens the portal at the URL of a reference of `webhooks.token`, which the window doesn't learn. Throws `portal-url-refused` for a URL that
   * isn't opened, `secret-expired` for another window's, connection's, or server's, and `browser-not-opened`.
   */
  open: call(z.strictObject({ connectionId: z.string().min(1).max(64), ref: z.string().max(100) }), z.null()),
};
