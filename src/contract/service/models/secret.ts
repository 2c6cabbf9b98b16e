/** Fields that hold a secret: text on the wire, a reference in a window. */
import { z } from 'zod';

/** Stands for a secret a window may copy, reveal or send back untouched, but does not hold. */
export const secretReference = z.strictObject({ withheld: z.string().max(100), last_four: z.string().length(4).optional() });
export type SecretReference = z.output<typeof secretReference>;

/** The type of a secret field in rows. */
export const secretText = z.union([z.string(), secretReference]);
