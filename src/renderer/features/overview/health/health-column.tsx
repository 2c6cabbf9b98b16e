import { useMessages } from '../../../lib/use-messages';
import { ExpiringKeys } from './expiring-keys';
import { FailedEmails } from './failed-emails-part';
import styles from './health.module.css';
import { ProductionPart } from './production-part';

/** What needs the admin's attention. Each part reads its own data, so that one can fail without the others. */
export function HealthColumn({ connectionId, hasAccess }: { connectionId: string; hasAccess: boolean }) {
  const { t } = useMessages();
  return (
    <section className={styles.column} aria-label={t('overview.health')}>
      <ProductionPart connectionId={connectionId} hasAccess={hasAccess} />
      <FailedEmails connectionId={connectionId} hasAccess={hasAccess} />
      <ExpiringKeys connectionId={connectionId} hasAccess={hasAccess} />
    </section>
  );
}
