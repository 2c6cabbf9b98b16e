import { useMemo } from 'react';
import { useRawUser } from '#data/raw.ts';
import { useConnection } from '#data/topics.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { useMessages } from '#lib/use-messages.ts';
import { ErrorCallout } from '#ui/feedback/error-callout.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { RetryButton } from '#ui/feedback/retry-button.tsx';
import { LoadingStatus, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { CopyTextButton } from '#ui/inputs/copy-button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import styles from './user-panel.module.css';

interface UserJsonDialogProps {
  connectionId: string;
  userId: string;
  onClose: () => void;
}

/** A user as the service describes them: with fields that Latchkey doesn’t know, and without secrets. */
export function UserJsonDialog({ connectionId, userId, onClose }: UserJsonDialogProps) {
  const { t } = useMessages();
  const { data, error, isFetching, refetch } = useRawUser(connectionId, userId);
  const failure = error && { report: reportOf(error), onRetry: () => void refetch(), busy: isFetching };
  const text = useMemo(() => (data === undefined ? undefined : JSON.stringify(data, null, 2)), [data]);
  const footer = (
    <>
      <CopyTextButton value={text ?? ''} disabledReason={text === undefined ? t('ui.loading') : undefined}>
        {t('users.json.copy')}
      </CopyTextButton>
      <Button variant="primary" onClick={onClose}>
        {t('ui.close')}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('users.json')}
      environment={useConnection(connectionId)?.environment}
      footer={footer}
      width={640}
    >
      {text === undefined && failure && <ErrorState {...failure} />}
      {text === undefined && !failure && (
        <>
          <LoadingStatus />
          <Skeleton height={320} />
        </>
      )}
      {text !== undefined && (
        <>
          <ErrorCallout report={failure?.report ?? null} action={failure && <RetryButton size="sm" {...failure} />} />
          <Json text={text} />
        </>
      )}
    </Dialog>
  );
}

/** Number of characters that are shown: a text of several megabytes would stop the window for seconds. */
const maxShown = 200_000;

function Json({ text }: { text: string }) {
  const { t } = useMessages();
  const isCut = text.length > maxShown;
  return (
    <>
      {text.includes('"***"') && <p className={styles.note}>{t('users.json.hidden')}</p>}
      {isCut && <p className={styles.note}>{t('users.json.cut')}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable for the keyboard */}
      <section className={styles.text} tabIndex={0} aria-label={t('users.json')}>
        <pre>{isCut ? `${text.slice(0, maxShown)}…` : text}</pre>
      </section>
    </>
  );
}
