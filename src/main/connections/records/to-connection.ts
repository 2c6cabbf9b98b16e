/** A connection as windows see it: which credentials there are, never what they are. */
import type { Connection, OwnerCredential } from '../../../contract/bridge/connections';
import type { SandboxReady } from '../../../contract/workers/sandbox';
import type { ConnectionRecord } from './connections-file';
import type { KeyKind } from './draft';

/** A sandbox whose data was thrown away has another demo project than the one written down. */
export function projectOf(record: ConnectionRecord, sandbox: SandboxReady | null): string {
  return sandboxProjectOf(record, sandbox)?.project_id ?? record.projectId;
}

/** Returns what the running sandbox reports about a connection's project; undefined while it does not run, and for other connections. */
export function sandboxProjectOf({ kind, projectId }: ConnectionRecord, sandbox: SandboxReady | null) {
  if (kind !== 'sandbox') return undefined;
  return projectId === 'internal' ? sandbox?.projects.internal : sandbox?.projects.demo;
}

/** `lost` are items whose secrets did not outlive the program that stored them. */
export function toConnection(record: ConnectionRecord, sandbox: SandboxReady | null, lost: ReadonlySet<string>): Connection {
  const { baseUrl, keys, owner, detected, ...rest } = record;
  const held = (kind: KeyKind): string | boolean => {
    // A sandbox brings all its keys when it starts.
    if (record.kind === 'sandbox') return true;
    const key = keys[kind];
    return key !== undefined && !lost.has(key.item) && (key.ending ?? true);
  };
  return {
    ...rest,
    projectId: projectOf(record, sandbox),
    baseUrl: baseUrl ?? sandbox?.url ?? '',
    credentials: { client: held('client'), server: held('server'), admin: held('admin'), owner: owner && shownOwner(owner) },
    release: detected?.release ?? null,
    features: detected?.features ?? null,
  };
}

function shownOwner({ formerAccountId: _stored, ...owner }: NonNullable<ConnectionRecord['owner']>): OwnerCredential {
  return owner;
}
