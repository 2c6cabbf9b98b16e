import type { Environment } from '#contract/bridge/connection-choices.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Callout } from '#ui/feedback/callout.tsx';
import { ErrorCallout } from '#ui/feedback/error-callout.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { ActionDialog } from '#ui/overlays/action-dialog.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { ChangeList, type DescribeChange } from './change-list';
import styles from './conflict.module.css';
import type { DraftConflict, DraftReview } from './use-draft';

interface ReviewDialogProps {
  draft: DraftReview;
  label: string;
  environment: Environment | undefined;
  describe?: DescribeChange | undefined;
  /** What saving does to users. */
  consequences?: readonly string[];
  onClose: () => void;
}

const width = 560;

/** What saving would change, or what was changed elsewhere and has to be brought together first. */
export function ReviewDialog(props: ReviewDialogProps) {
  const { draft, label, environment, describe, consequences = [], onClose } = props;
  const { t } = useMessages();
  const { conflict, changes, saving } = draft;
  if (conflict !== null) return <ConflictDialog {...props} conflict={conflict} />;
  return (
    <ActionDialog
      title={t('draft.review.title', { label })}
      description={t('draft.review.text', { count: changes.length })}
      environment={environment}
      width={width}
      actionLabel={t('draft.save')}
      busy={saving.isPending}
      busyReason={t('form.saving')}
      disabledReason={changes.length === 0 ? t('form.nothing') : undefined}
      action={() => void saving.run()}
      onClose={onClose}
    >
      {consequences.length > 0 && (
        <Callout tone="warn" title={t('draft.consequences')} className={styles.consequences}>
          <ul>
            {consequences.map((consequence) => (
              <li key={consequence}>{consequence}</li>
            ))}
          </ul>
        </Callout>
      )}
      {changes.length > 0 && <ChangeList label={t('draft.changes')} changes={changes} describe={describe} />}
      <ErrorCallout report={saving.failure} className={styles.failure} />
    </ActionDialog>
  );
}

function ConflictDialog({ draft, conflict, label, environment, describe, onClose }: ReviewDialogProps & { conflict: DraftConflict }) {
  const { t } = useMessages();
  const { theirs, mine, contested } = conflict;
  const isContested = contested.length > 0;
  const footer = (
    <>
      <Button onClick={onClose}>{t('form.leave.stay')}</Button>
      {isContested && <Button onClick={() => draft.resolve('theirs')}>{t('draft.conflict.theirs')}</Button>}
      <Button variant="primary" onClick={() => draft.resolve('mine')}>
        {isContested ? t('draft.conflict.mine') : t('draft.conflict.both')}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('draft.conflict.title', { label })}
      description={isContested ? t('draft.conflict.contested') : t('draft.conflict.separate')}
      footer={footer}
      environment={environment}
      width={width}
    >
      <ChangeList label={t('draft.conflict.their-changes')} changes={theirs} describe={describe} />
      <ChangeList label={t('draft.conflict.your-changes')} changes={mine} contested={contested} describe={describe} />
    </Dialog>
  );
}
