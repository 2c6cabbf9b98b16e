/** What windows hear about the service's data. */
import { z } from 'zod';
import { event } from '../definitions';

/** A call that may have changed data of a connection's project. */
const write = z.strictObject({
  /** The endpoint's name, as `users.update`. */
  endpoint: z.string().max(100),
  connectionId: z.string().max(64),
  /** IDs of what no longer exists since, as far as it has a screen or a panel. */
  deletedIds: z.array(z.string()).readonly().optional(),
});
export type Write = z.output<typeof write>;

const written = write.extend({
  /** Names of the reads whose results may be outdated, as `users.list`. */
  invalidated: z.array(z.string().max(100)).readonly(),
});
export type Written = z.output<typeof written>;

export const data = {
  /** Sent to every window after each write, also after one whose response was lost. */
  written: event(written),
};
