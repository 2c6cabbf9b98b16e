/** Updates of stored connections: edits, display options, order, owners, and results of detections. */
import type { Account } from '../../../contract/bridge/accounts';
import type { ConnectionChange } from '../../../contract/bridge/connection-draft';
import type { MovedConnection } from '../../../contract/bridge/connections';
import { fail } from '../../../contract/errors';
import type { SecretStore } from '../../ports';
import type { Detection } from '../../remote/releases/releases';
import type { Target } from '../../remote/send';
import { inOrder, itemsOf, withMoved } from './connection-changes';
import { assertDisplayOnly, edited, isAsIn, isOther, needsCheck } from './connection-edits';
import { type ConnectionLookup, recordIn } from './connection-lookup';
import type { ConnectionRegistry } from './connection-registry';
import type { ConnectionRecord } from './connections-file';
import { checkChange } from './draft';
import { withAdopted, withFormerAccounts } from './owner';
import { requireKeysForNewServer } from './same-server';
import { approveServer, type CheckServer, hostOfServer, withCheckedServer } from './server-checks';

/** Display options that the user chooses. */
export type ConnectionDisplay = Partial<Pick<ConnectionRecord, 'name' | 'pinned' | 'group'>>;

export interface ConnectionUpdates {
  /**
   * Changes a connection. Throws the codes of `checkChange`; `keys-needed-again` if stored keys would be sent to another server; those of
   * `approveServer`; `connection-changed` if it was pointed elsewhere in the meantime. Its accounts are deleted before it points to another server or
   * project, but only after the new keys are stored.
   */
  edit(id: string, change: ConnectionChange, confirmedHost?: string): Promise<void>;
  /**
   * Allows a connection's keys to be sent to its server, though that doesn't respond as the service does. Throws `connection-changed` if it
   * has another host than the one that the user confirmed.
   */
  confirmServer(id: string, host: string): Promise<void>;
  updateDisplay(id: string, display: ConnectionDisplay): Promise<void>;
  /** Changes the order, and the display of the connection that was moved, in one write. */
  arrange(ids: readonly string[], moved?: MovedConnection): Promise<void>;
  /** Sets the users of owners that older files stored as accounts. */
  nameOwners(accounts: readonly Account[]): Promise<void>;
  /** Assigns connections that have lost their owner to the user of an account who owns their projects. */
  adoptOwned(account: Account, projectIds: ReadonlySet<string>): Promise<void>;
  /**
   * Stores the result of a detection. Returns false and stores nothing when the connection has another destination or other kinds of keys
   * than the target.
   */
  detected(id: string, found: Detection, target: Pick<Target, 'destination' | 'keys'>): Promise<boolean>;
  remove(id: string): Promise<void>;
}

export interface ConnectionUpdatesDeps {
  readonly registry: ConnectionRegistry;
  readonly lookup: ConnectionLookup;
  readonly secrets: SecretStore;
  /** Runs before a connection's new destination is stored. */
  readonly leave: (id: string) => Promise<unknown>;
  readonly checkServer: CheckServer;
}

/** Creates the updates. */
export function createConnectionUpdates(deps: ConnectionUpdatesDeps): ConnectionUpdates {
  const { registry, lookup, secrets, leave, checkServer } = deps;
  const { find } = lookup;
  return {
    async edit(id, change, confirmedHost) {
      const before = find(id);
      if (before.kind === 'sandbox') assertDisplayOnly(change);
      const { fields, keys } = checkChange(change, before.baseUrl);
      const leaves = requireKeysForNewServer(before, fields.baseUrl, keys) || isOther(fields.projectId, before.projectId);
      const baseUrl = fields.baseUrl ?? before.baseUrl;
      const isApproved = baseUrl !== null && needsCheck(before, fields, keys) && (await approveServer(checkServer, baseUrl, confirmedHost));
      const make = (records: readonly ConnectionRecord[]) => edited(recordIn(records, id), before, fields, keys, isApproved);
      await registry.put(keys, make, leaves ? () => leave(id) : undefined);
    },
    async confirmServer(id, host) {
      await registry.edit((records) => {
        const { baseUrl } = recordIn(records, id);
        if (baseUrl === null || hostOfServer(baseUrl) !== host) throw fail('connection-changed');
        return withCheckedServer(records, baseUrl);
      });
    },
    async updateDisplay(id, display) {
      find(id);
      await registry.edit((records) => records.map((record) => (record.id === id ? { ...record, ...display } : record)));
    },
    arrange: (ids, moved) => registry.edit((records) => inOrder(withMoved(records, moved), ids)),
    nameOwners: (accounts) => registry.edit((records) => withFormerAccounts(records, accounts)),
    adoptOwned: (account, projectIds) => registry.edit((records) => withAdopted(records, account, projectIds)),
    async detected(id, detected, target) {
      const isMeant = (record: ConnectionRecord) => record.id === id && isAsIn(target, record);
      let isStored = false;
      // The change runs again if another process has taken over the lock.
      await registry.edit((records) => {
        isStored = records.some(isMeant);
        return records.map((record) => (isMeant(record) ? { ...record, detected } : record));
      });
      return isStored;
    },
    async remove(id) {
      const [item] = itemsOf(find(id));
      // Read first, so that a locked keychain fails before anything is changed.
      if (item !== undefined) await secrets.get(item);
      await registry.remove(id);
    },
  };
}
