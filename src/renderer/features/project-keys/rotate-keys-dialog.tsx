import type { KeySet } from '../../../contract/service/models/api-key-models';
import { isNever } from '../../blocks/api-keys/key-expiry';
import { NotCreated } from '../../blocks/api-keys/not-created';
import { useKeySetName } from '../../blocks/project-keys/use-key-set-name';
import { formatNames, mediumDate } from '../../lib/intl/format';
import { useAction } from '../../lib/use-action';
import { useMessages } from '../../lib/use-messages';
import type { NewKeySet } from '../../queries/project/key-sets';
import { useConnection } from '../../stores/connections';
import { Definition, DefinitionList } from '../../ui/data/definition-list';
import { FormDialog } from '../../ui/overlays/form-dialog';
import { useCreateAndReveal } from './use-create-and-reveal';

interface RotateKeysDialogProps {
  connectionId: string;
  old: KeySet;
  /** The keys that will replace them. */
  next: NewKeySet;
  onClose: () => void;
}

/** Creates the keys that replace others. The window then offers them to be saved, and the old ones to be revoked. */
export function RotateKeysDialog({ connectionId, old, next, onClose }: RotateKeysDialogProps) {
  const { t, locale } = useMessages();
  const environment = useConnection(connectionId)?.environment;
  const createAndReveal = useCreateAndReveal(connectionId);
  const creation = useAction(() => createAndReveal(next, old), { onDone: onClose });
  const name = useKeySetName()(old);
  const types = next.kinds.map((kind) => t(`project-keys.kind.${kind}`));
  return (
    <FormDialog
      title={t('project-keys.rotate.title', { name })}
      description={t('project-keys.rotate.text')}
      environment={environment}
      actionLabel={t('project-keys.rotate')}
      busy={creation.isPending}
      // The keys may exist by now, and only the response contains them.
      busyReason={t('project-keys.create.busy')}
      onClose={onClose}
      onSubmit={() => void creation.run()}
    >
      <DefinitionList>
        <Definition label={t('project-keys.column.keys')}>{formatNames(types, locale)}</Definition>
        <Definition label={t('api-keys.column.expires')}>
          {isNever(next.expiresAtMillis) ? t('api-keys.expires.never') : mediumDate(next.expiresAtMillis, locale)}
        </Definition>
      </DefinitionList>
      {creation.failure !== null && <NotCreated report={creation.failure} next={t('project-keys.create.unknown')} />}
    </FormDialog>
  );
}
