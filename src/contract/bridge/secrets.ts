/** Access to secrets that windows have only references to. */
import { z } from 'zod';
import { call } from '../kit';

const reference = z.strictObject({ ref: z.string().max(100) });

export const secrets = {
  /** Copies a secret to the system clipboard, which is cleared after 30 s if it still contains the secret. */
  copy: call(reference, z.null()),
  /** Returns a secret, to be shown temporarily. */
  reveal: call(reference, z.strictObject({ text: z.string() })),
};
