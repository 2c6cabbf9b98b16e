import { Unplug } from 'lucide-react';
import { useMessages } from '../../lib/use-messages';
import { EmptyState } from '../../ui/feedback/empty-state';
import styles from './full-page.module.css';

/** The end of a tab whose URL was used or whose Latchkey has quit: it can't reconnect. */
export function RefusedPage() {
  const { t } = useMessages();
  return (
    <main className={styles.page}>
      <EmptyState heading="h1" icon={Unplug} title={t('shell.refused.title')} text={t('shell.refused.text')} />
    </main>
  );
}
