/** `created-sessions.json`: sessions other than impersonations that a project created for its users. Contains no tokens. */
import { join } from 'node:path';
import { z } from 'zod';
import { createdSession } from '#contract/bridge/impersonations.ts';
import type { Clock } from '../ports/ports';
import { type JsonFile, jsonFile, type UnreadableFile } from '../storage/json-file';

const record = z.strictObject({
  ...createdSession.shape,
  connectionId: z.string(),
  connectionName: z.string(),
  /** The server and project of the session. The connection may point elsewhere by now. */
  destination: z.string(),
  userId: z.string(),
  displayName: z.string().nullable(),
  primaryEmail: z.string().nullable(),
});
export type CreatedSessionRecord = z.output<typeof record>;

const recordsData = z.strictObject({ sessions: z.array(record) });
type RecordsData = z.output<typeof recordsData>;

/** Maximum number of records; the oldest are deleted first. */
const maxRecords = 1_000;

export interface CreatedSessions {
  add(session: CreatedSessionRecord): Promise<void>;
  /** Changes a record, or removes it if `change` returns null. */
  change(id: string, change: (session: CreatedSessionRecord) => CreatedSessionRecord | null): Promise<void>;
  /** Returns the sessions of a user, the newest first. */
  of(connectionId: string, userId: string): Promise<readonly CreatedSessionRecord[]>;
}

/** Creates the records of a profile folder. */
export function createCreatedSessions(
  profileFolder: string,
  clock: Clock,
  onUnreadableFile: (what: UnreadableFile) => void,
): CreatedSessions {
  const path = join(profileFolder, 'created-sessions.json');
  const spec = { path, format: 'latchkey/created-sessions', version: 1, schema: recordsData, initial: { sessions: [] } };
  const file: JsonFile<RecordsData> = jsonFile(spec, clock, onUnreadableFile);
  return {
    async add(session) {
      await file.update(({ sessions }) => ({ sessions: [...sessions, session].slice(-maxRecords) }));
    },
    async change(id, change) {
      await file.update(({ sessions }) => ({
        sessions: sessions.flatMap((one) => (one.id === id ? (change(one) ?? []) : one)),
      }));
    },
    async of(connectionId, userId) {
      const { sessions } = await file.read();
      return sessions.filter((one) => one.connectionId === connectionId && one.userId === userId).reverse();
    },
  };
}
