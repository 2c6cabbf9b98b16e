/** Sources that are edited in another program: a temporary file, whose changes a window takes over. */
import { z } from 'zod';
import { call, event } from '../definitions';
import { maxEditedLength } from '../limits';

const edit = z.strictObject({ id: z.string().max(64) });

export const externalEdits = {
  /**
   * Writes a text to a private temporary file, and opens it in the system's program for it. `isOpened` is false if none opens it. The file is
   * deleted when it is closed, with the window, when the app quits, and at the next start. Throws `not-allowed` where the host opens no files
   * or too many are open, `forbidden-by-policy`, and `profile-not-writable`.
   */
  open: call(
    z.strictObject({ text: z.string().max(maxEditedLength), name: z.string().max(1000) }),
    z.strictObject({ ...edit.shape, path: z.string(), isOpened: z.boolean() }),
  ),
  /** Returns the file's text; null for what is no text of at most 1 MB. Throws `object-gone` for a file of another window, or a closed one. */
  read: call(edit, z.strictObject({ text: z.string().nullable() })),
  /** Deletes the file. Does nothing if it is closed. */
  close: call(edit, z.null()),
  /** Sent to the window of the file after each change of it. */
  changed: event(edit),
};
