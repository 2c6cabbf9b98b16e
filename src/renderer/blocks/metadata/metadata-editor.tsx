import { lazy, Suspense, useId, useMemo, useRef, useState } from 'react';
import type { Environment } from '../../../contract/bridge/connection-choices';
import type { Translator } from '../../../messages/translator';
import { useMessages } from '../../lib/use-messages';
import { Callout } from '../../ui/feedback/callout';
import { LoadingStatus, Skeleton } from '../../ui/feedback/skeleton';
import { useToasts } from '../../ui/feedback/toasts';
import { Button } from '../../ui/inputs/button';
import { ReviewDialog } from '../conflict/review-dialog';
import type { DraftOptions } from '../conflict/use-draft';
import { LeaveGuard } from '../form/leave-guard';
import styles from './metadata.module.css';
import { ReadOnlyMetadata } from './metadata-value';
import { type MetadataDraft, useMetadataDraft } from './use-metadata-draft';

/** Its own file, as most visits don't need it. */
const JsonEditor = lazy(() =>
  import('./json-editor').then(
    (module) => ({ default: module.JsonEditor }),
    () => import('./plain-json-editor').then((module) => ({ default: module.PlainJsonEditor })),
  ),
);

interface MetadataEditorProps extends DraftOptions {
  /** What this metadata is: "Client metadata". */
  label: string;
  help?: string;
  /** Why it can't be changed now. It is shown all the same. */
  disabledReason?: string | undefined;
  environment?: Environment | undefined;
}

/** Metadata as JSON: checked while typing, reviewed before it is saved, and never written over a change made elsewhere. */
export function MetadataEditor(props: MetadataEditorProps) {
  const { label, help, disabledReason, environment, stored, read, write } = props;
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const [isReviewing, setReviewing] = useState(false);
  const draft = useMetadataDraft({ stored, read, write }, () => {
    setReviewing(false);
    show({ tone: 'good', title: t('draft.saved', { label }) });
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

interface EditorFieldProps {
  draft: MetadataDraft;
  label: string;
  help: string | undefined;
  onSubmit: () => void;
}

function EditorField({ draft, label, help, onSubmit }: EditorFieldProps) {
  const messages = useMessages();
  const { t } = messages;
  const id = useId();
  const select = useRef<(from: number, to: number) => void>(undefined);
  const { fault } = draft.parsed;
  const text = problemText(messages, draft);
  const from = fault?.from ?? 0;
  const to = fault?.to ?? draft.input.length;
  const problem = useMemo(() => (text === null ? null : { from, to, text }), [from, to, text]);
  return (
    <>
      <Suspense fallback={<EditorSkeleton />}>
        <JsonEditor
          label={label}
          describedBy={`${id}-problem ${id}-help`}
          value={draft.input}
          onChange={draft.setInput}
          problem={problem}
          onSubmit={onSubmit}
          onReady={(ready) => {
            select.current = ready;
          }}
        />
      </Suspense>
      <div className={styles.problem}>
        <p id={`${id}-problem`} role="status" className={styles.error}>
          {text}
        </p>
        {fault !== undefined && (
          <Button size="sm" variant="plain" onClick={() => select.current?.(from, to)}>
            {t('metadata.go-to-fault')}
          </Button>
        )}
      </div>
      <p id={`${id}-help`} className={styles.help}>
        {help === undefined ? t('metadata.empty-hint') : `${help} ${t('metadata.empty-hint')}`}
      </p>
    </>
  );
}

function problemText({ t }: Translator, { parsed: { fault, bytes } }: MetadataDraft): string | null {
  if (bytes !== undefined) return t('metadata.too-large', { size: bytes / 1000 });
  if (fault === undefined) return null;
  const { line, column, kind, found } = fault;
  return t('metadata.fault', { line, column, problem: t(`metadata.fault.${kind}`, { found }) });
}

function EditorSkeleton() {
  return (
    <div className={styles.loading}>
      <LoadingStatus />
      <Skeleton width="42%" />
      <Skeleton width="64%" />
      <Skeleton width="30%" />
    </div>
  );
}
