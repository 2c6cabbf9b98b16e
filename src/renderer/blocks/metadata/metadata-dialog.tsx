import type { Environment } from '../../../contract/bridge/connection-choices';
import { useMessages } from '../../lib/use-messages';
import { ErrorCallout } from '../../ui/feedback/error-callout';
import { Button } from '../../ui/inputs/button';
import { ActionDialog } from '../../ui/overlays/action-dialog';
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
  return (
    <ActionDialog
      title={t('metadata.review.title', { label })}
      description={t('metadata.review.text', { count: changes.length })}
      environment={environment}
      width={width}
      actionLabel={t('metadata.save')}
      busy={saving.isPending}
      busyReason={t('form.saving')}
      disabledReason={changes.length === 0 ? t('form.nothing') : undefined}
      action={() => void saving.run()}
      onClose={onClose}
    >
      {changes.length > 0 && <ChangeList label={t('metadata.changes')} changes={changes} />}
      <ErrorCallout report={saving.failure} className={styles.failure} />
    </ActionDialog>
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
