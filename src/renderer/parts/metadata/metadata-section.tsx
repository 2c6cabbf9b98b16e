import { Lock } from 'lucide-react';
import { useState } from 'react';
import type { Environment } from '#contract/bridge/connection-choices.ts';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { useConnection } from '#data/topics.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { MessageKey } from '#messages/translator.ts';
import { Icon } from '#ui/data/icon.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/inputs/button.tsx';
import { CopyTextButton } from '#ui/inputs/copy-button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { ReviewDialog } from '../conflict/review-dialog';
import type { DraftOptions } from '../conflict/use-draft';
import { LeaveGuard } from '../form/leave-guard';
import { EditorField } from './editor-field';
import styles from './metadata.module.css';
import { metadataText } from './metadata-text';
import { type MetadataDraft, useMetadataDraft } from './use-metadata-draft';

interface ReadOnlyMetadataProps {
  label: string;
  value: JsonValue;
  help?: string | undefined;
  /** Why it can't be changed. */
  note?: string | undefined;
}

/** Metadata that can be read and copied only. */
function ReadOnlyMetadata({ label, value, help, note }: ReadOnlyMetadataProps) {
  const { t } = useMessages();
  const text = metadataText(value);
  return (
    <div className={styles.section}>
      {text === '' ? (
        <p className={styles.none}>{t('metadata.none')}</p>
      ) : (
        // A section around it may have the same name, so it is no landmark.
        // biome-ignore lint/a11y/useSemanticElements: no set of fields
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
        <div role="group" className={styles.value} tabIndex={0} aria-label={label}>
          <pre>{text}</pre>
        </div>
      )}
      {help !== undefined && <p className={styles.help}>{help}</p>}
      {note !== undefined && (
        <p className={styles.note}>
          <Icon of={Lock} size={12} />
          <span>{note}</span>
        </p>
      )}
      {text !== '' && (
        <div className={styles.actions}>
          <CopyTextButton size="sm" value={text}>
            {t('metadata.copy')}
          </CopyTextButton>
        </div>
      )}
    </div>
  );
}

interface MetadataEditorProps extends DraftOptions {
  /** What this metadata is: "Client metadata". */
  label: MessageKey;
  help?: string;
  /** Why it can't be changed now. It is shown all the same. */
  disabledReason?: string | undefined;
  environment?: Environment | undefined;
}

/** Metadata as JSON: checked while typing, reviewed before it is saved, and never written over a change made elsewhere. */
function MetadataEditor(props: MetadataEditorProps) {
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
      <LeaveGuard when={draft.isDirty} isSaving={!draft.isUnsaved} />
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

interface SectionTexts {
  title: MessageKey;
  /** Who can read and change this metadata. */
  text: MessageKey;
  /** What it is: "Client metadata"; the title if absent. */
  label?: MessageKey;
}

interface MetadataSectionProps extends SectionTexts, DraftOptions {
  connectionId: string;
  /** Why it can't be changed now. */
  disabledReason: string | undefined;
}

/** A section of a page with one kind of metadata, which can be edited. */
export function MetadataSection({ connectionId, title, text, label = title, ...editor }: MetadataSectionProps) {
  const { t } = useMessages();
  const environment = useConnection(connectionId)?.environment;
  return (
    <PageSection title={t(title)} text={t(text)}>
      <Card>
        <MetadataEditor {...editor} label={label} environment={environment} />
      </Card>
    </PageSection>
  );
}

/** A section of a page with metadata that only the project can change. */
export function ReadOnlyMetadataSection({ title, text, label = title, value }: SectionTexts & { value: JsonValue }) {
  const { t } = useMessages();
  return (
    <PageSection title={t(title)} text={t(text)}>
      <Card>
        <ReadOnlyMetadata label={t(label)} value={value} />
      </Card>
    </PageSection>
  );
}
