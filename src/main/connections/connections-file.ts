/** `connections.json`: the projects a person knows, without a single secret. */
import { join } from 'node:path';
import { z } from 'zod';
import { environment } from '../../contract/bridge/connections';
import type { Clock } from '../ports';
import { type JsonFile, jsonFile, type SetAside } from '../storage/json-file';

export const connectionRecord = z.strictObject({
  id: z.string(),
  kind: z.enum(['sandbox', 'project']),
  name: z.string(),
  /** Without a trailing slash; null for the sandbox, whose address is new at each start. */
  baseUrl: z.string().nullable(),
  projectId: z.string(),
  environment,
});
export type ConnectionRecord = z.output<typeof connectionRecord>;

export function connectionsFile(profileFolder: string, clock: Clock, onSetAside: (what: SetAside) => void): JsonFile<ConnectionRecord[]> {
  const spec = {
    path: join(profileFolder, 'connections.json'),
    format: 'latchkey/connections',
    version: 1,
    schema: z.array(connectionRecord),
    initial: [],
  };
  return jsonFile(spec, clock, onSetAside);
}
