/** Imports of users, teams with their members, and permission definitions from files. */
import { z } from 'zod';
import { call, topic } from '../definitions';
import { checkedLine, lineStatus } from '../imports/check';
import { columnNote, importMapping, mappingProblem, newMapping, savedMapping } from '../imports/mapping';
import { importId, importRun } from '../imports/run';
import { importFormat, importKind, importPartBytes, importSource, maxImportBytes } from '../imports/source';
import { jobPreview } from '../jobs/job';

const one = z.strictObject({ id: importId });
/** Characters of a part as Base64. */
const maxPartLength = Math.ceil(importPartBytes / 3) * 4;

export const imports = {
  /** Imports that windows have open, with the progress of each. An import ends with its window. */
  runs: topic(z.array(importRun).readonly()),
  /** Mappings that were saved, in the order of their names. */
  mappings: topic(z.array(savedMapping).readonly()),
  /**
   * Starts to take a copy of a file, of which the page sends one part after the other. A page has no paths: it reads the file that the user chose
   * or dropped. Ends another import of the same window. Throws
   * `read-only-connection` and `app-read-only`.
   */
  begin: call(
    z.strictObject({
      connectionId: z.string().min(1).max(64),
      kind: importKind,
      name: z.string().min(1).max(255),
      size: z.int().min(0).max(maxImportBytes),
    }),
    importId,
  ),
  /**
   * Adds a part: `importPartBytes` bytes, and what is left at the end. Throws `bad-input` if the position isn't the one after the last part, and
   * `object-gone` for an import that was discarded.
   */
  append: call(z.strictObject({ id: importId, position: z.int().min(0), data: z.base64().max(maxPartLength) }), z.null()),
  /**
   * Ends the copy, finds the format, and reads the columns. `isUnchanged` says whether the file still has the size and time of change that it had when it was
   * chosen. Resolves to null if the file can't be imported: the run has the fault then.
   */
  finish: call(z.strictObject({ id: importId, isUnchanged: z.boolean() }), importSource.nullable()),
  /** Reads the columns in another format. Resolves to null if the file can't be read so: the run has the fault, and other formats can be tried. */
  setFormat: call(z.strictObject({ id: importId, format: importFormat }), importSource.nullable()),
  /** Resolves to the mapping that the names of the columns suggest: by a recognized export, or by usual names. */
  suggest: call(one, importMapping),
  /** Looks at a mapping by the first lines, without requests other than for the names of teams and permissions. */
  tryMapping: call(
    z.strictObject({ id: importId, mapping: importMapping }),
    z.strictObject({ problems: z.array(mappingProblem).readonly(), notes: z.array(columnNote).readonly(), previewable: z.int() }),
  ),
  /** Resolves to what the check would find for one of the first lines, from 0 to `previewable`. Throws `bad-input` for a mapping with problems. */
  previewLine: call(z.strictObject({ id: importId, mapping: importMapping, at: z.int().min(0) }), checkedLine),
  /** Starts to check all lines. The run has the progress, and the result. Ends a check that runs. Throws `bad-input` for a mapping with problems. */
  check: call(z.strictObject({ id: importId, mapping: importMapping }), z.null()),
  /** Ends the check, after which the import waits for a mapping again. */
  cancelCheck: call(one, z.null()),
  /** Resolves to lines of one status from a position on. Throws `object-gone` without a result. */
  lines: call(
    z.strictObject({ id: importId, status: lineStatus, from: z.int().min(0), limit: z.int().min(1).max(200) }),
    z.strictObject({ lines: z.array(checkedLine).readonly(), hasMore: z.boolean() }),
  ),
  /**
   * Resolves to the lines that can't be imported as CSV from a position on, with number, reason, and their cells without passwords and hashes, and to the position to go on
   * from. Throws `forbidden-by-policy`.
   */
  exportPage: call(z.strictObject({ id: importId, from: z.int().min(0) }), z.strictObject({ text: z.string(), next: z.int().nullable() })),
  /**
   * Fixes the rows of a job: the lines that are created, or changed, or both. The window starts it with `jobs.start`, by the ID and the hash of the
   * preview. The import can be discarded then.
   */
  prepare: call(
    z.strictObject({
      id: importId,
      statuses: z
        .array(z.enum(['create', 'change']))
        .min(1)
        .max(2)
        .readonly(),
    }),
    jobPreview,
  ),
  /** Deletes the copy of the file, and what was found in it. Does nothing if that is done. */
  discard: call(one, z.null()),
  /** Resolves to a file with the columns that a kind can have, and two lines as an example. */
  template: call(z.strictObject({ kind: importKind }), z.strictObject({ name: z.string(), text: z.string() })),
  /** Saves a mapping, in the place of one with the same name and kind. Resolves to its ID. Throws `too-large` above 50. */
  saveMapping: call(newMapping, z.string()),
  deleteMapping: call(z.strictObject({ id: z.string().min(1).max(64) }), z.null()),
};
