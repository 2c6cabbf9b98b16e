import { Unplug } from 'lucide-react';
import { useMessages } from '../../lib/use-messages';
import { EmptyState } from '../../ui/feedback/empty-state';
import styles from './full-page.module.css';

/** Where a tab ends whose link was used up or whose Latchkey has ended: nothing here can bring it back. */
export function RefusedPage() {
  const { t } = useMessages();
  return (
    <main className={styles.page}>
      <EmptyState heading="h1" icon={Unplug} title={t('shell.refused.title')} text={t('shell.refused.text')} />
    </main>
  );
}
