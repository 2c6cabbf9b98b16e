import { useMessages } from '../../../lib/use-messages';
import { type ApiKey, type KeyOwner, readApiKey, useApiKey } from '../../../queries/api-keys';
import { Definition } from '../../../ui/data/definition-list';
import { MaskedKey } from '../api-key-columns';
import { useKeyName } from '../use-key-name';
import { KeyDetailsDialog } from './key-details-dialog';

/** All that the service says about an API key. */
export function ApiKeyDetails({ owner, listed, onClose }: { owner: KeyOwner; listed: ApiKey; onClose: () => void }) {
  const { t } = useMessages();
  const read = useApiKey(owner, listed.id);
  return (
    <KeyDetailsDialog
      connectionId={owner.connectionId}
      listed={listed}
      read={read}
      readJson={() => readApiKey(owner, listed.id, true)}
      nameOf={useKeyName()}
      keys={(key) => (
        <Definition label={t('api-keys.column.key')}>
          <MaskedKey value={key} />
        </Definition>
      )}
      onClose={onClose}
    />
  );
}
