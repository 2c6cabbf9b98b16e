import type { KeySet } from '../../../../contract/service/models/api-key-models';
import { KeyDetailsDialog } from '../../../blocks/api-keys/details/key-details-dialog';
import { useKeySetName } from '../../../blocks/project-keys/use-key-set-name';
import { useMessages } from '../../../lib/use-messages';
import { readKeySet, useKeySet } from '../../../queries/project/key-sets';
import { Definition } from '../../../ui/data/definition-list';
import { KeysOfSet } from './key-set-columns';

/** All that the service says about a set of project keys. */
export function KeySetDetails({ connectionId, listed, onClose }: { connectionId: string; listed: KeySet; onClose: () => void }) {
  const { t } = useMessages();
  return (
    <KeyDetailsDialog
      connectionId={connectionId}
      listed={listed}
      read={useKeySet(connectionId, listed.id)}
      readJson={() => readKeySet(connectionId, listed.id, true)}
      nameOf={useKeySetName()}
      keys={(set) => (
        <Definition label={t('project-keys.column.keys')}>
          <KeysOfSet set={set} />
        </Definition>
      )}
      onClose={onClose}
    />
  );
}
