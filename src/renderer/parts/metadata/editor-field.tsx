import { lazy, Suspense, useId, useMemo, useRef } from 'react';
import { useMessages } from '#lib/use-messages.ts';
import type { Translator } from '#messages/translator.ts';
import { LoadingStatus, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Button } from '#ui/inputs/button.tsx';
import type { EditorCommands } from './json-editor';
import styles from './metadata.module.css';
import { metadataText } from './metadata-text';
import type { MetadataDraft } from './use-metadata-draft';

/** Its own file, as most visits don't need it. */
const JsonEditor = lazy(() =>
  import('./json-editor').then(
    (module) => ({ default: module.JsonEditor }),
    () => import('./plain-json-editor').then((module) => ({ default: module.PlainJsonEditor })),
  ),
);

interface EditorFieldProps {
  draft: MetadataDraft;
  label: string;
  help: string | undefined;
  isReadOnly?: boolean;
  onSubmit: () => void;
  onReady?: (commands: EditorCommands) => void;
}

/** The text of a draft, with its first problem. */
export function EditorField({ draft, label, help, isReadOnly, onSubmit, onReady }: EditorFieldProps) {
  const messages = useMessages();
  const { t } = messages;
  const id = useId();
  const editor = useRef<EditorCommands>(undefined);
  const { fault } = draft.parsed;
  const saved = useMemo(() => metadataText(draft.base), [draft.base]);
  const contested = useMemo(() => draft.conflict?.contested.map(({ path }) => path) ?? [], [draft.conflict?.contested]);
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
          saved={saved}
          contested={contested}
          onChange={draft.setInput}
          problem={problem}
          isReadOnly={isReadOnly ?? false}
          onSubmit={onSubmit}
          onReady={(ready) => {
            editor.current = ready;
            onReady?.(ready);
          }}
        />
      </Suspense>
      <div className={styles.problem}>
        <p id={`${id}-problem`} role="status" className={styles.error}>
          {text}
        </p>
        {fault !== undefined && (
          <Button size="sm" variant="plain" onClick={() => editor.current?.select(from, to)}>
            {t('metadata.go-to-fault')}
          </Button>
        )}
      </div>
      <p id={`${id}-help`} className={styles.help}>
        {help === undefined ? t('metadata.empty-hint') : t('ui.texts', { first: help, second: t('metadata.empty-hint') })}
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
