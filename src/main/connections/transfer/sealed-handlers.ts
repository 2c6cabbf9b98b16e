/** Handlers of the bridge's `sealedConnections` calls. */
import type { Bridge } from '../../../contract/bridge/index';
import type { Handlers } from '../../../contract/kit';
import type { Gateway } from '../../gateway/create-gateway';
import type { Caller } from '../../runtime/caller';
import type { PendingWrites } from '../../runtime/pending';
import type { OpenedFiles } from './opened-files';
import { parseSealed } from './seal';
import { exportSealed, type SealedExportDeps } from './sealed-export';

export interface SealedHandlersDeps extends SealedExportDeps {
  readonly openedFiles: OpenedFiles;
  readonly gateway: Pick<Gateway, 'checkPresence'>;
  readonly pendingWrites: PendingWrites;
}

/** Creates the handlers. */
export function createSealedHandlers(deps: SealedHandlersDeps): Handlers<Bridge, Caller>['sealedConnections'] {
  const { openedFiles, pendingWrites, gateway } = deps;
  return {
    async save({ passphrase }, caller) {
      const records = deps.connections.records();
      gateway.checkPresence({ name: 'sealedConnections.save', input: { passphrase }, connections: records }, caller);
      return exportSealed(deps, passphrase, records, caller);
    },
    async check({ text }) {
      parseSealed(text);
      return null;
    },
    open: ({ text, passphrase }, { windowId }) => openedFiles.open(text, passphrase, windowId),
    add: ({ fileId, allowPlainHttp }, { windowId }) => pendingWrites.add(openedFiles.add(fileId, windowId, allowPlainHttp)),
    async close({ fileId }, { windowId }) {
      openedFiles.close(fileId, windowId);
      return null;
    },
  };
}
