import type { Environment } from '../../../contract/bridge/connection-choices';
import { errorText } from '../../lib/errors/error-text';
import { useMessages } from '../../lib/use-messages';
import { Callout } from '../../ui/feedback/callout';
import { Button } from '../../ui/inputs/button';
import { Dialog } from '../../ui/overlays/dialog';
import { ChangeList } from './change-list';
import styles from './metadata.module.css';
import type { MetadataConflict, MetadataDraft } from './use-metadata-draft';

interface MetadataDialogProps {
  draft: MetadataDraft;
  label: string;
  environment: Environment | undefined;
  onClose: () => void;
}

const width = 560;

/** What saving would change, or what was changed elsewhere and has to be brought together first. */
export function MetadataDialog({ draft, label, environment, onClose }: MetadataDialogProps) {
  const { t } = useMessages();
  const { conflict, changes, saving } = draft;
  if (conflict !== null)
    return <ConflictDialog draft={draft} conflict={conflict} label={label} environment={environment} onClose={onClose} />;
  const footer = (
    <>
      <Button disabledReason={saving.isPending ? t('form.saving') : undefined} onClick={onClose}>
        {t('ui.cancel')}
      </Button>
      <Button
        variant="primary"
        busy={saving.isPending}
        disabledReason={changes.length === 0 ? t('form.nothing') : undefined}
        onClick={() => void saving.run()}
      >
        {t('metadata.save')}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('metadata.review.title', { label })}
      description={t('metadata.review.text', { count: changes.length })}
      footer={footer}
      environment={environment}
      width={width}
    >
      {changes.length > 0 && <ChangeList label={t('metadata.changes')} changes={changes} />}
      <SaveFailure draft={draft} />
    </Dialog>
  );
}

function SaveFailure({ draft: { saving } }: { draft: MetadataDraft }) {
  const messages = useMessages();
  if (saving.failure === null) return null;
  const { title, next } = errorText(messages, saving.failure);
  return (
    <div className={styles.failure}>
      <Callout tone="bad" title={title}>
        {next}
      </Callout>
    </div>
  );
}

function ConflictDialog({ draft, conflict, label, environment, onClose }: MetadataDialogProps & { conflict: MetadataConflict }) {
  const { t } = useMessages();
  const { theirs, mine, contested } = conflict;
  const isContested = contested.length > 0;
  const footer = (
    <>
      <Button onClick={onClose}>{t('form.leave.stay')}</Button>
      {isContested && <Button onClick={() => draft.resolve('theirs')}>{t('metadata.conflict.theirs')}</Button>}
      <Button variant="primary" onClick={() => draft.resolve('mine')}>
        {isContested ? t('metadata.conflict.mine') : t('metadata.conflict.both')}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('metadata.conflict.title', { label })}
      description={isContested ? t('metadata.conflict.contested') : t('metadata.conflict.separate')}
      footer={footer}
      environment={environment}
      width={width}
    >
      <ChangeList label={t('metadata.conflict.their-changes')} changes={theirs} />
      <ChangeList label={t('metadata.conflict.your-changes')} changes={mine} contested={contested} />
    </Dialog>
  );
}
