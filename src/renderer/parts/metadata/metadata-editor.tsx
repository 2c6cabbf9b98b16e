import { useState } from 'react';
import type { Environment } from '#contract/bridge/connection-choices.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { MessageKey } from '#messages/translator.ts';
import { Callout } from '#ui/feedback/callout.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/inputs/button.tsx';
import { ReviewDialog } from '../conflict/review-dialog';
import type { DraftOptions } from '../conflict/use-draft';
import { LeaveGuard } from '../form/leave-guard';
import { EditorField } from './editor-field';
import styles from './metadata.module.css';
import { ReadOnlyMetadata } from './metadata-value';
import { type MetadataDraft, useMetadataDraft } from './use-metadata-draft';

interface MetadataEditorProps extends DraftOptions {
  /** What this metadata is: "Client metadata". */
  label: MessageKey;
  help?: string;
  /** Why it can't be changed now. It is shown all the same. */
  disabledReason?: string | undefined;
  environment?: Environment | undefined;
}

/** Metadata as JSON: checked while typing, reviewed before it is saved, and never written over a change made elsewhere. */
export function MetadataEditor(props: MetadataEditorProps) {
  const { label: name, help, disabledReason, environment, stored, read, write } = props;
  const { t } = useMessages();
  const label = t(name);
  const show = useToasts((state) => state.show);
  const [isReviewing, setReviewing] = useState(false);
  const draft = useMetadataDraft({ stored, read, write }, () => {
    setReviewing(false);
    show({ tone: 'good', title: ({ t }) => t('draft.saved', { label: t(name) }) });
  });
  if (disabledReason !== undefined && !draft.isDirty)
    return <ReadOnlyMetadata label={label} value={stored} note={disabledReason} help={help} />;
  const review = () => {
    if (draft.changes.length > 0 && disabledReason === undefined) setReviewing(true);
  };
  const close = () => {
    if (draft.saving.isPending) return;
    draft.saving.reset();
    setReviewing(false);
  };
  return (
    <div className={styles.section}>
      <EditorField draft={draft} label={label} help={help} onSubmit={review} />
      {draft.conflict !== null && !isReviewing && (
        <Callout tone="warn" title={t('draft.conflict.title', { label })}>
          {t('draft.conflict.hint')}
        </Callout>
      )}
      <Actions draft={draft} disabledReason={disabledReason} onReview={review} />
      {isReviewing && <ReviewDialog draft={draft} label={label} environment={environment} onClose={close} />}
      <LeaveGuard when={draft.isDirty && !draft.saving.isPending} />
    </div>
  );
}

interface ActionsProps {
  draft: MetadataDraft;
  disabledReason: string | undefined;
  onReview: () => void;
}

function Actions({ draft, disabledReason, onReview }: ActionsProps) {
  const messages = useMessages();
  const { t } = messages;
  const reason =
    disabledReason ??
    (draft.isDirty ? undefined : t('form.nothing')) ??
    (draft.parsed.value === undefined ? t('metadata.fix-first') : undefined);
  return (
    <div className={styles.actions}>
      {draft.isDirty && (
        <Button variant="plain" onClick={draft.discard}>
          {t('form.discard')}
        </Button>
      )}
      <Button variant={draft.isDirty ? 'primary' : 'default'} disabledReason={reason} onClick={onReview}>
        {t('draft.review')}
      </Button>
    </div>
  );
}
