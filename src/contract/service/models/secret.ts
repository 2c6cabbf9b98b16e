/** Secret fields: text on the wire, a reference in windows. */
import { z } from 'zod';

/** Reference to a secret that a window may copy, reveal or send back unchanged. */
export const secretReference = z.strictObject({ ref: z.string().max(100), last_four: z.string().length(4).optional() });
export type SecretReference = z.output<typeof secretReference>;

/** Minimum length of a secret whose last four characters are shown: of a shorter one they would reveal too much. */
const minLengthForLastFour = 20;

/** Returns the last four characters of a secret, or undefined if it is too short to show them. */
export function lastFourOf(text: string): string | undefined {
  return text.length >= minLengthForLastFour ? text.slice(-4) : undefined;
}

/** Text that replaces a secret in what windows show and logs contain. */
export const redacted = '***';

/** The type of secret fields in endpoints. */
export const secretText = z.union([z.string(), secretReference]);
