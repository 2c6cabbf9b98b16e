/** Secrets a window holds only references to. */
import { z } from 'zod';
import { call } from '../kit';

const reference = z.strictObject({ ref: z.string().max(100) });

export const secrets = {
  /** Puts one on the system's clipboard, which is cleared after 30 s if it still holds it. */
  copy: call(reference, z.null()),
  /** Answers one, to be shown for a moment. */
  reveal: call(reference, z.strictObject({ text: z.string() })),
};
