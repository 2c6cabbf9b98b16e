import { useState } from 'react';
import { useConnection } from '#data/topics.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Callout } from '#ui/feedback/callout.tsx';
import { Button } from '#ui/inputs/button.tsx';
import type { DescribeChange } from './change-list';
import styles from './draft-bar.module.css';
import { ReviewDialog } from './review-dialog';
import type { DraftReview } from './use-draft';

interface DraftBarProps {
  draft: DraftReview;
  /** Label for the object of the changes. */
  label: string;
  connectionId: string;
  disabledReason: string | undefined;
  /** The changes in a few words. */
  summary?: string;
  describe?: DescribeChange;
  /** What saving does to users, confirmed first. */
  consequences?: readonly string[];
  /** Whether the changes are reviewed in a dialog before they are saved. */
  isReviewed?: boolean;
}

/** The number of changes, and the buttons. Changes made elsewhere in the meantime are reviewed in a dialog first. */
export function DraftBar(props: DraftBarProps) {
  const { draft, label, connectionId, disabledReason, summary, describe, consequences = [], isReviewed = false } = props;
  const { t } = useMessages();
  const environment = useConnection(connectionId)?.environment;
  const [isReviewing, setReviewing] = useState(false);
  if (isReviewing && !draft.isDirty) setReviewing(false);
  if (!draft.isDirty) return null;
  const isStale = draft.conflict !== null;
  const opensReview = isStale || isReviewed;
  return (
    <footer className={styles.bar}>
      {isStale && (
        <Callout tone="warn" title={t('draft.conflict.title', { label })} className={styles.conflict}>
          {t('draft.conflict.hint')}
        </Callout>
      )}
      <p role="status">
        {draft.changes.length > 0 && t('draft.count', { count: draft.changes.length })}{' '}
        {summary !== undefined && <span className={styles.summary}>{summary}</span>}
      </p>
      <Button variant="plain" disabledReason={draft.saving.isPending ? t('form.saving') : undefined} onClick={draft.discard}>
        {t('form.discard')}
      </Button>
      <Button
        variant="primary"
        busy={draft.saving.isPending}
        disabledReason={disabledReason}
        onClick={() => (opensReview || consequences.length > 0 ? setReviewing(true) : void draft.saving.run())}
      >
        {opensReview ? t('draft.review') : t('ui.save')}
      </Button>
      {isReviewing && (
        <ReviewDialog
          draft={draft}
          label={label}
          environment={environment}
          describe={describe}
          consequences={consequences}
          onClose={() => draft.saving.isPending || setReviewing(false)}
        />
      )}
    </footer>
  );
}
