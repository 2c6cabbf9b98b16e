import { useMemo } from 'react';
import type { ServerUser } from '../../../../contract/service/models/models';
import { useMessages } from '../../../lib/use-messages';
import { CopyTextButton } from '../../../ui/inputs/copy-button';
import styles from './user-json.module.css';

/** Number of characters that are shown: a text of several megabytes would stop the window for seconds. */
const maxShown = 200_000;

/** A user as the service describes them, which includes no secrets. */
export function UserJson({ user }: { user: ServerUser }) {
  const { t } = useMessages();
  const text = useMemo(() => JSON.stringify(user, null, 2), [user]);
  const isCut = text.length > maxShown;
  return (
    <>
      <CopyTextButton size="sm" value={text}>
        {t('users.json.copy')}
      </CopyTextButton>
      {isCut && <p className={styles.note}>{t('users.json.cut')}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable for the keyboard */}
      <section className={styles.text} tabIndex={0} aria-label={t('users.tab.json')}>
        <pre>{isCut ? `${text.slice(0, maxShown)}…` : text}</pre>
      </section>
    </>
  );
}
