/** `connections.json`: the user's connections, without any secret, and the secrets that still have to be removed. */
import { join } from 'node:path';
import { z } from 'zod';
import { type ConnectionTargets, colour, connectionTargets, environment, watchRules } from '#contract/bridge/connection-choices.ts';
import { type KnownFeatures, ownerCredential } from '#contract/bridge/connections.ts';
import { safetyLevel } from '#contract/bridge/safety.ts';
import { defaultSafety } from '#contract/default-safety.ts';
import { isFeature } from '#contract/features.ts';
import type { WatchRules } from '#contract/watch/rules.ts';
import type { Clock } from '../ports/ports';
import { type JsonFile, jsonFile, type UnreadableFile } from '../storage/json-file';
import { defaultHandlerBase } from './draft';

/** A key of the connection: the item of the secret store that contains it, and its last characters; null for a short key. */
const storedKey = z.strictObject({ item: z.string(), ending: z.string().length(4).nullable() });

/** Another version of the app may know other features: those that this one doesn't know are dropped. */
const storedFeatures = z
  .record(z.string(), z.boolean())
  .transform((stored): KnownFeatures => Object.fromEntries(Object.entries(stored).filter(([name]) => isFeature(name))));

/** Targets that another version of the app may have written: screens that this one doesn't know are dropped, so that they are the defaults. */
export const storedTargets = z.unknown().transform((stored): ConnectionTargets => {
  const fields = z.record(z.string(), z.unknown()).safeParse(stored).data ?? {};
  const known = Object.entries(fields).filter(([moment, screen]) => connectionTargets.safeParse({ [moment]: screen }).success);
  return connectionTargets.parse(Object.fromEntries(known));
});

/** Rules of the watch, of which another version of the app may have written more: those that this one doesn't know are dropped. */
export const storedWatchRules = z.unknown().transform((stored): WatchRules => {
  const fields = z.record(z.string(), z.unknown()).safeParse(stored).data ?? {};
  return watchRules.parse(
    Object.fromEntries(Object.entries(fields).filter(([kind, rule]) => watchRules.safeParse({ [kind]: rule }).success)),
  );
});

const detection = z.strictObject({
  release: z.string().nullable(),
  features: storedFeatures,
  /** Milliseconds since the epoch. */
  at: z.int(),
});

const ownerRecord = z.strictObject({
  ...ownerCredential.shape,
  /** The account that the file named in place of the user up to version 3. */
  formerAccountId: z.string().optional(),
});

const connectionRecord = z.strictObject({
  id: z.string(),
  kind: z.enum(['sandbox', 'project']),
  name: z.string(),
  /** Without a trailing slash; null for a project in the sandbox, whose address changes at each start. */
  baseUrl: z.string().nullable(),
  projectId: z.string(),
  environment,
  colour: colour.nullable(),
  handlerBase: z.string(),
  safety: safetyLevel,
  /** Files up to version 4 didn't have it. */
  requirePresence: z.boolean().default(false),
  group: z.string().nullable(),
  pinned: z.boolean(),
  targets: storedTargets.optional(),
  watchRules: storedWatchRules.optional(),
  keys: z.strictObject({ client: storedKey.optional(), server: storedKey.optional(), admin: storedKey.optional() }),
  /** Whether secret keys may be sent to the base URL: a check succeeded there, or the user confirmed the host. */
  serverChecked: z.boolean().optional(),
  owner: ownerRecord.nullable(),
  detected: detection.nullable(),
});
export type ConnectionRecord = z.output<typeof connectionRecord>;
export type StoredKey = z.output<typeof storedKey>;

const connectionsData = z.strictObject({
  connections: z.array(connectionRecord),
  /** Items being written: a key is stored in the secret store before a connection has it. */
  adding: z.array(z.string()),
  /** Items that no connection uses anymore but that the secret store may still contain. */
  leftovers: z.array(z.string()),
  /** Removed connections whose accounts may still exist. */
  removed: z.array(z.string()),
});
export type ConnectionsData = z.output<typeof connectionsData>;

export const noConnections: ConnectionsData = { connections: [], adding: [], leftovers: [], removed: [] };

const firstRecord = z.strictObject({
  id: z.string(),
  kind: z.enum(['sandbox', 'project']),
  name: z.string(),
  baseUrl: z.string().nullable(),
  projectId: z.string(),
  environment,
});

const formerOwner = z.strictObject({ kind: z.literal('owner'), internalConnectionId: z.string(), accountId: z.string() });
const formerRecord = z.strictObject({ ...connectionRecord.shape, owner: formerOwner.nullable() });
const formerData = z.strictObject({ ...connectionsData.shape, connections: z.array(formerRecord) });

/**
 * Converts the data of earlier versions. Version 1 had six fields and no keys; version 2 had no keys without an ending; up to version 3 the
 * owner was an account, whose user only `accounts.json` contains; version 4 required presence for nothing; up to version 5 keys were sent
 * without a check, so a server whose features were detected has received them; version 6 had no targets,
 * and version 7 no rules of the watch.
 */
function upgrade(data: unknown, version: number): ConnectionsData {
  if (version === 1) return { ...noConnections, connections: z.array(firstRecord).parse(data).map(withDefaults) };
  if (version >= 6) return connectionsData.parse(data);
  if (version >= 4) return withCheckedServers(connectionsData.parse(data));
  const { connections, ...rest } = formerData.parse(data);
  return withCheckedServers({
    ...rest,
    connections: connections.map((record) => ({ ...record, owner: record.owner && withoutUser(record.owner) })),
  });
}

function withCheckedServers(data: ConnectionsData): ConnectionsData {
  const marked = (record: ConnectionRecord) => (record.detected === null ? record : { ...record, serverChecked: true });
  return { ...data, connections: data.connections.map(marked) };
}

function withoutUser({ accountId, ...owner }: z.output<typeof formerOwner>): ConnectionRecord['owner'] {
  return { ...owner, userId: null, name: null, formerAccountId: accountId };
}

/** Returns a record with default values for all other fields. */
export function withDefaults(record: z.output<typeof firstRecord>): ConnectionRecord {
  return {
    ...record,
    colour: null,
    handlerBase: defaultHandlerBase,
    safety: defaultSafety(record.environment),
    requirePresence: false,
    group: null,
    pinned: false,
    keys: {},
    owner: null,
    detected: null,
  };
}

export const connectionsFileName = 'connections.json';

export function connectionsFile(
  profileFolder: string,
  clock: Clock,
  onUnreadableFile: (what: UnreadableFile) => void,
): JsonFile<ConnectionsData> {
  const spec = {
    path: join(profileFolder, connectionsFileName),
    format: 'latchkey/connections',
    version: 8,
    schema: connectionsData,
    initial: noConnections,
    upgrade,
  };
  return jsonFile(spec, clock, onUnreadableFile);
}
