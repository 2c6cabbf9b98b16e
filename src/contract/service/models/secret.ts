/** Secret fields: text on the wire, a reference in windows. */
import { z } from 'zod';

/** Reference to a secret that a window may copy, reveal or send back unchanged. */
export const secretReference = z.strictObject({ ref: z.string().max(100), last_four: z.string().length(4).optional() });
export type SecretReference = z.output<typeof secretReference>;

/** The type of secret fields in endpoints. */
export const secretText = z.union([z.string(), secretReference]);
