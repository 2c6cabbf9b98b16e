/** `impersonations.json`: sessions that were requested for impersonating users and aren't known to have ended. Contains no tokens. */
import { join } from 'node:path';
import { z } from 'zod';
import type { Impersonation } from '#contract/bridge/impersonations.ts';
import { impersonationEnds } from '#contract/journal/journal-entry.ts';
import type { Clock } from '../ports/ports';
import { type JsonFile, jsonFile, type UnreadableFile } from '../storage/json-file';

const record = z.strictObject({
  id: z.string(),
  /** The process that started the session and ends it, see `process-lease.ts`. */
  holder: z.string(),
  connectionId: z.string(),
  connectionName: z.string(),
  /** The server and project of the session. The connection may point elsewhere by now. */
  destination: z.string(),
  userId: z.string(),
  displayName: z.string().nullable(),
  primaryEmail: z.string().nullable(),
  reason: z.string(),
  by: z.string().nullable(),
  /** The connection's current account at the start, which is current again afterwards. */
  previousAccountId: z.string().nullable(),
  startedAt: z.number(),
  expiresAt: z.number(),
  /** Time of the request by the service's clock. Identifies the session if the response is lost. */
  requestedAt: z.number(),
  sessionId: z.string().nullable(),
  state: z.enum(['starting', 'active', 'ending']),
  /** Why it is ended. Until it is, an end that its process doesn't note means that it crashed. */
  how: z.enum(impersonationEnds).optional(),
});
export type ImpersonationRecord = z.output<typeof record>;

const recordsData = z.strictObject({ impersonations: z.array(record) });
export type RecordsData = z.output<typeof recordsData>;

export const impersonationsFileName = 'impersonations.json';

/** Creates the access to the file of a profile folder. */
export function recordsFile(profileFolder: string, clock: Clock, onUnreadableFile: (what: UnreadableFile) => void): JsonFile<RecordsData> {
  const path = join(profileFolder, impersonationsFileName);
  const spec = { path, format: 'latchkey/impersonations', version: 1, schema: recordsData, initial: { impersonations: [] } };
  return jsonFile(spec, clock, onUnreadableFile);
}

/** Converts a record to the impersonation that windows receive. */
export function toImpersonation(
  { holder: _process, destination: _place, previousAccountId: _account, requestedAt: _time, how: _how, ...shown }: ImpersonationRecord,
  problem: Impersonation['problem'],
): Impersonation {
  return { ...shown, problem };
}
