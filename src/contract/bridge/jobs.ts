/** Jobs of a profile: previewed, started once what they send is confirmed, and listed with the result of each row. */
import { z } from 'zod';
import { call, topic } from '../definitions';
import { connectionId, job, jobId, jobOptions, jobPreview, jobRow, jobScope, rowState, runningJob } from '../jobs/job';
import { requestedAction } from '../jobs/job-action';

const one = z.strictObject({ id: jobId });

export const jobs = {
  /** Jobs that haven't ended, in the order in which they are run. */
  running: topic(z.array(runningJob).readonly()),
  /**
   * Fixes the rows of a job, and says what would be sent. Ends a preview that the same window is waiting for. Throws `object-gone` for matching users
   * without an index, `bad-input` for targets that the action doesn't have, `too-large` for too many rows, and the errors of reads.
   */
  preview: call(z.strictObject({ connectionId, scope: jobScope, action: requestedAction }), jobPreview),
  /** Previews a job that undoes the rows of another one that are done. Throws `object-gone` if it can't be undone. */
  previewUndo: call(one, jobPreview),
  /** Ends the preview that this window is waiting for: it then throws `cancelled`. */
  cancelPreview: call(z.strictObject({}), z.null()),
  /** Deletes a preview. */
  discard: call(one, z.null()),
  /**
   * Starts what was previewed, or puts it behind other jobs of the connection. Throws `confirmation-required`, like the write of the rows, for all of
   * them together; `connection-changed` if the hash isn't that of the stored rows; `object-gone` if it was started or discarded.
   */
  start: call(z.strictObject({ id: jobId, hash: z.string().max(100), options: jobOptions }), z.null()),
  pause: call(one, z.null()),
  /** Goes on with a paused or stopped job. May require a confirmation, as `start` does. */
  resume: call(one, z.null()),
  /** Sends no further rows. */
  cancel: call(one, z.null()),
  /** Sends rows that failed once more, and those that a canceled job didn't send. May require a confirmation, as `start` does. */
  retryFailed: call(one, z.null()),
  /** Reads whether rows that aren't known were done. Resolves to how many are known now. */
  checkUnknown: call(one, z.strictObject({ known: z.int(), left: z.int() })),
  /** Resolves to jobs, newest first, that were started before a time. */
  list: call(
    z.strictObject({ connectionId: connectionId.optional(), before: z.int().optional(), limit: z.int().min(1).max(200) }),
    z.strictObject({ jobs: z.array(job).readonly(), hasMore: z.boolean() }),
  ),
  /** Throws `object-gone`. */
  read: call(one, job),
  /** Resolves to rows after a number, also those of a preview. */
  rows: call(
    z.strictObject({ id: jobId, states: z.array(rowState).optional(), after: z.int().min(-1), limit: z.int().min(1).max(500) }),
    z.strictObject({ rows: z.array(jobRow).readonly(), hasMore: z.boolean() }),
  ),
  /** Resolves to the results after a number as CSV, with a header before the first, and the number to go on from. Throws `forbidden-by-policy`. */
  exportPage: call(z.strictObject({ id: jobId, after: z.int().min(-1) }), z.strictObject({ text: z.string(), next: z.int().nullable() })),
  /** Deletes an ended job with its rows. The entries of the journal stay. Throws `object-gone`. */
  remove: call(one, z.null()),
  /** Erases what rows of ended jobs say about a user, in all connections to the same project. Resolves to the number of erased rows. */
  erasePerson: call(z.strictObject({ connectionId, userId: z.string().min(1).max(1_000) }), z.strictObject({ erased: z.int() })),
};
