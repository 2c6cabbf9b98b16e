/** Connections as windows see them: with the names of their credentials, never the values. */
import type { Connection, OwnerCredential } from '../../../contract/bridge/connections';
import type { SandboxReady } from '../../../contract/workers/sandbox';
import { endingOf } from './connection-keys';
import type { ConnectionRecord } from './connections-file';
import type { KeyKind } from './draft';
import { hostOfServer, isServerChecked } from './server-checks';

/** Returns the project ID of a record. A sandbox whose data was deleted has a new demo project, with another ID than the stored one. */
export function projectOf(record: ConnectionRecord, sandbox: SandboxReady | null): string {
  return sandboxProjectOf(record, sandbox)?.project_id ?? record.projectId;
}

/** Returns the running sandbox's project for a connection; undefined while the sandbox isn't running, and for other connections. */
export function sandboxProjectOf({ kind, projectId }: ConnectionRecord, sandbox: SandboxReady | null) {
  if (kind !== 'sandbox') return undefined;
  return projectId === 'internal' ? sandbox?.projects.internal : sandbox?.projects.demo;
}

/** Returns the connection for windows. `lost` contains items whose secrets were lost when the process that stored them ended. */
export function toConnection(record: ConnectionRecord, sandbox: SandboxReady | null, lost: ReadonlySet<string>): Connection {
  const { baseUrl, keys, owner, detected, serverChecked: _stored, ...rest } = record;
  const inSandbox = sandboxProjectOf(record, sandbox);
  const credential = (kind: KeyKind): string | boolean => {
    // A sandbox reports all its keys when it starts.
    if (record.kind === 'sandbox') return inSandbox === undefined || (endingOf(inSandbox[sandboxKeys[kind]]) ?? true);
    const key = keys[kind];
    return key !== undefined && !lost.has(key.item) && (key.ending ?? true);
  };
  return {
    ...rest,
    projectId: projectOf(record, sandbox),
    baseUrl: baseUrl ?? sandbox?.url ?? '',
    credentials: {
      client: credential('client'),
      server: credential('server'),
      admin: credential('admin'),
      owner: owner && shownOwner(owner),
    },
    release: detected?.release ?? null,
    features: detected?.features ?? null,
    ...uncheckedHostOf(record),
  };
}

/** Returns the host that must be checked or confirmed before it receives the record's secret keys. */
function uncheckedHostOf(record: ConnectionRecord): Pick<Connection, 'uncheckedHost'> {
  const { baseUrl, keys } = record;
  const hasSecret = keys.server !== undefined || keys.admin !== undefined;
  return baseUrl === null || !hasSecret || isServerChecked(record) ? {} : { uncheckedHost: hostOfServer(baseUrl) };
}

const sandboxKeys = {
  client: 'publishable_client_key',
  server: 'secret_server_key',
  admin: 'super_secret_admin_key',
} as const satisfies Record<KeyKind, string>;

function shownOwner({ formerAccountId: _stored, ...owner }: NonNullable<ConnectionRecord['owner']>): OwnerCredential {
  return owner;
}
