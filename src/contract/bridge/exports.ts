/** Exports to files: users, teams, members, sent emails, keys without secrets, and permissions. */
import { z } from 'zod';
import { call, topic } from '../definitions';
import { errorReport } from '../error-report';
import { userScope } from '../query/user-query';
import { id } from '../service/models/fields';

const connectionId = z.string().min(1).max(64);

const exportKinds = ['users', 'teams', 'members', 'sent-emails', 'project-keys', 'permissions'] as const;
export type ExportKind = (typeof exportKinds)[number];

/** Up to this number of chosen users, each is read from the service, with what is joined to it; more come from the index, or from pages. */
export const maxSingleReads = 50;

/** Which rows: chosen ones (users, teams, and sent emails), all that match (users, with an index), or all. Members are those of one team, or of all teams. */
const exportScope = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ids'), ids: z.array(id).min(1).readonly() }),
  z.strictObject({ kind: z.literal('matching'), scope: userScope }),
  z.strictObject({ kind: z.literal('all') }),
  z.strictObject({ kind: z.literal('team'), teamId: id }),
]);
export type ExportScope = z.output<typeof exportScope>;

const exportFormat = z.discriminatedUnion('format', [
  z.strictObject({ format: z.literal('csv'), delimiter: z.enum([',', ';', '\t']), hasByteOrderMark: z.boolean() }),
  z.strictObject({ format: z.literal('ndjson') }),
  z.strictObject({ format: z.literal('json') }),
]);
export type ExportFormat = z.output<typeof exportFormat>;

/** A field of the file: a fixed one of its kind by its key, such as `primary_email`, or a metadata path, such as `server.plan`. */
const exportField = z.string().min(1).max(220);

const exportRun = z.strictObject({
  id: z.string(),
  connectionId,
  kind: z.enum(exportKinds),
  /** The file's path with `~` for the home folder; null in a host without dialogs, where the page saves the file. */
  path: z.string().nullable(),
  format: z.enum(['csv', 'ndjson', 'json']),
  rows: z.int(),
  /** Items that aren't in the file: they couldn't be read, or were deleted in the meantime. */
  omitted: z.int(),
  /** Null where the number of rows isn't known. */
  totalRows: z.int().nullable(),
  state: z.enum(['running', 'done', 'cancelled', 'failed']),
  /** Why it failed. */
  error: errorReport.nullable(),
});
export type ExportRun = z.output<typeof exportRun>;

export const exports = {
  /** Exports that run, and those that ended since the app was started. */
  runs: topic(z.array(exportRun).readonly()),
  /**
   * Asks for a file, and starts to write it: with mode 0600, and in its place only when it is whole. Resolves to the ID of the run; null if no file
   * was chosen. Throws `bad-input` for a field that the kind doesn't have, and `not-allowed` if the policy forbids exports.
   */
  start: call(
    z.strictObject({
      connectionId,
      kind: z.enum(exportKinds),
      scope: exportScope,
      fields: z.array(exportField).min(1).max(200).readonly(),
      format: exportFormat,
    }),
    z.string().nullable(),
  ),
  cancel: call(z.strictObject({ id: z.string() }), z.null()),
  /**
   * Reads a whole file that has no path, from a position on. `next` is the position of what follows, null at the end. Throws `object-gone` once
   * the run was dismissed.
   */
  read: call(z.strictObject({ id: z.string(), position: z.int().min(0) }), z.strictObject({ text: z.string(), next: z.int().nullable() })),
  /** Removes an ended run from the list, with a file that has no path. */
  dismiss: call(z.strictObject({ id: z.string() }), z.null()),
};
