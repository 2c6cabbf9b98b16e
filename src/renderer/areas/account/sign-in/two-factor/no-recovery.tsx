import { TriangleAlert } from 'lucide-react';
import { useMessages } from '#lib/use-messages.ts';
import { Icon } from '#ui/data/icon.tsx';
import styles from './two-factor.module.css';

/** Says what to keep in mind while it is on: the service has no recovery codes. */
export function NoRecovery() {
  const { t } = useMessages();
  return (
    <span className={styles.recovery}>
      <Icon of={TriangleAlert} size={14} />
      {t('two-factor.no-recovery')}
    </span>
  );
}
