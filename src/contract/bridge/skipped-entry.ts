/** Entries of an exported list that an import doesn't add. */
import { z } from 'zod';

export const skipReason = z.enum(['duplicate', 'invalid', 'not-secure', 'not-allowed', 'too-many']);
export type SkipReason = z.output<typeof skipReason>;

/** A skipped entry: its position in the list, its name if there is one, and the reason. */
export const skippedEntry = z.strictObject({ index: z.int(), name: z.string().nullable(), reason: skipReason });
export type SkippedEntry = z.output<typeof skippedEntry>;
