import { useMemo } from 'react';
import { OutdatedMessage } from '../../../blocks/status/outdated-message';
import { reportOf } from '../../../lib/errors/error-text';
import { useMessages } from '../../../lib/use-messages';
import { useRawUser } from '../../../queries/raw/read-raw';
import { ErrorState } from '../../../ui/feedback/error-state';
import { LoadingStatus, Skeleton } from '../../../ui/feedback/skeleton';
import { CopyTextButton } from '../../../ui/inputs/copy-button';
import styles from './user-json.module.css';

/** Number of characters that are shown: a text of several megabytes would stop the window for seconds. */
const maxShown = 200_000;

/** A user as the service describes them: with fields that Latchkey doesn’t know, and without secrets. */
export function UserJson({ connectionId, userId }: { connectionId: string; userId: string }) {
  const { data, error, isFetching, refetch } = useRawUser(connectionId, userId);
  const failure = error && { report: reportOf(error), onRetry: () => void refetch(), busy: isFetching };
  if (data === undefined && failure) return <ErrorState {...failure} />;
  if (data === undefined)
    return (
      <>
        <LoadingStatus />
        <Skeleton height={240} />
      </>
    );
  return (
    <>
      {failure && <OutdatedMessage {...failure} />}
      <Json value={data} />
    </>
  );
}

function Json({ value }: { value: object }) {
  const { t } = useMessages();
  const text = useMemo(() => JSON.stringify(value, null, 2), [value]);
  const isCut = text.length > maxShown;
  return (
    <>
      <CopyTextButton size="sm" value={text}>
        {t('users.json.copy')}
      </CopyTextButton>
      {text.includes('"***"') && <p className={styles.note}>{t('users.json.hidden')}</p>}
      {isCut && <p className={styles.note}>{t('users.json.cut')}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable for the keyboard */}
      <section className={styles.text} tabIndex={0} aria-label={t('users.tab.json')}>
        <pre>{isCut ? `${text.slice(0, maxShown)}…` : text}</pre>
      </section>
    </>
  );
}
