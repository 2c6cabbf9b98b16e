/** Lookups of connections: their records, destinations, and the targets of their calls. */
import type { ConnectionChange } from '../../../contract/bridge/connection-draft';
import { fail } from '../../../contract/errors';
import { assertDisplayOnly, withChange } from './connection-edits';
import type { ConnectionTarget } from './connection-target';
import type { ConnectionRecord } from './connections-file';
import { destinationOfRecord } from './destination';
import { checkChange } from './draft';
import type { DestinationOf } from './place';
import { requireKeysForNewServer } from './same-server';

export interface ConnectionLookup {
  has(id: string): boolean;
  /** Returns the record of a connection. Throws `unknown-connection`. */
  find(id: string): ConnectionRecord;
  records(): readonly ConnectionRecord[];
  readonly destinationOf: DestinationOf;
  /** Returns the path below which a connection's handler pages are. Throws `unknown-connection`. */
  handlerBaseOf(id: string): string;
  /** Returns the target of the connection's current record. Throws `unknown-connection`, and the codes of `targetOf`. */
  target(id: string): Promise<ConnectionTarget>;
  /**
   * Returns the target of a record, for callers that have checked it. Throws `sandbox-stopped` while the sandbox is neither running nor
   * starting.
   */
  targetOf(record: ConnectionRecord): Promise<ConnectionTarget>;
  /** Returns the target of a test: the stored connection, the stored connection with a draft applied, or the draft alone. */
  testTarget(options: { id?: string; draft?: ConnectionChange }): Promise<ConnectionTarget>;
}

/** Returns a connection's record among `records`. Throws `unknown-connection`. */
export function recordIn(records: readonly ConnectionRecord[], id: string): ConnectionRecord {
  const record = records.find((known) => known.id === id);
  if (record === undefined) throw fail('unknown-connection');
  return record;
}

/** Creates the lookups on the current records. */
export function createConnectionLookup(
  records: () => readonly ConnectionRecord[],
  targetOf: (record: ConnectionRecord) => Promise<ConnectionTarget>,
): ConnectionLookup {
  const find = (id: string) => recordIn(records(), id);
  return {
    records,
    find,
    targetOf,
    has: (id) => records().some((known) => known.id === id),
    destinationOf(id) {
      const record = records().find((known) => known.id === id);
      return record === undefined ? null : destinationOfRecord(record);
    },
    handlerBaseOf: (id) => find(id).handlerBase,
    target: async (id) => targetOf(find(id)),
    async testTarget({ id, draft = {} }) {
      const stored = id === undefined ? null : find(id);
      if (stored?.kind === 'sandbox') assertDisplayOnly(draft);
      const { fields, keys } = checkChange(draft, stored?.baseUrl ?? null);
      if (stored !== null) requireKeysForNewServer(stored, fields.baseUrl, keys);
      // A test checks the server itself before it sends a key.
      const {
        storedFeatures: _ofTheRecord,
        ensureServer: _ofTheServer,
        ...known
      }: ConnectionTarget = stored === null ? { isComplete: false, baseUrl: '', projectId: '', keys: {} } : await targetOf(stored);
      return {
        ...known,
        baseUrl: fields.baseUrl ?? known.baseUrl,
        projectId: fields.projectId ?? known.projectId,
        keys: withChange(known.keys, keys),
      };
    },
  };
}
