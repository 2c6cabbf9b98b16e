/** `handler-server.json`: until when callbacks are expected, and on which port, so that the server listens there again after a restart. */
import { join } from 'node:path';
import { z } from 'zod';
import type { Clock } from '../ports';
import { type JsonFile, jsonFile, type UnreadableFile } from '../storage/json-file';

/** `until` in milliseconds since the epoch. */
const schema = z.strictObject({ port: z.int().min(1).max(65_535), until: z.int() }).nullable();
export type ListenerState = z.output<typeof schema>;

export function listenerStateFile(
  profileFolder: string,
  clock: Clock,
  onUnreadableFile: (what: UnreadableFile) => void,
): JsonFile<ListenerState> {
  const path = join(profileFolder, 'handler-server.json');
  return jsonFile({ path, format: 'latchkey/handler-server', version: 1, schema, initial: null }, clock, onUnreadableFile);
}
