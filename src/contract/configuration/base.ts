/** What a project and what was applied to it last had in common, by which it is known which of them has changed since. */
import { z } from 'zod';
import { json } from '../service/models/fields';
import { sections } from './entries';

/**
 * The values of sections that were compared. A key that is in neither list was on neither side; a section that isn't there was never compared, so
 * that nothing is known of it.
 */
export const base = z.partialRecord(
  z.enum(sections),
  z.strictObject({
    known: z.record(z.string(), json),
    /** Keys that differed, and were left as they were. */
    unknown: z.array(z.string()).readonly(),
  }),
);
export type Base = z.output<typeof base>;
