import { useMessages } from '../../../lib/use-messages';
import { useAdminProject } from '../../../queries/project/admin-project';
import { useKeySets } from '../../../queries/project/key-sets';
import { useSentEmails } from '../../../queries/project/sent-emails';
import { ExpiringKeys } from './expiring-keys';
import { FailedEmails } from './failed-emails-part';
import styles from './health.module.css';
import type { PartQuery } from './health-part';
import { ProductionPart } from './production-part';

/**
 * What needs the admin's attention. Each part has its own data, so that one can fail without the others. They appear from top to bottom: what
 * is shown stays where it is.
 */
export function HealthColumn({ connectionId, hasAccess }: { connectionId: string; hasAccess: boolean }) {
  const { t } = useMessages();
  const project = useAdminProject(connectionId, hasAccess);
  const emails = useSentEmails(connectionId, hasAccess);
  const keys = useKeySets(connectionId, hasAccess);
  const areEmailsNext = isSettled(project);
  const areKeysNext = areEmailsNext && isSettled(emails);
  return (
    <section className={styles.column} aria-label={t('overview.health')}>
      <ProductionPart connectionId={connectionId} hasAccess={hasAccess} query={project} isNext />
      <FailedEmails hasAccess={hasAccess} query={emails} isNext={areEmailsNext} />
      <ExpiringKeys hasAccess={hasAccess} query={keys} isNext={areKeysNext} />
    </section>
  );
}

function isSettled({ data, error }: PartQuery<unknown>): boolean {
  return data !== undefined || error !== null;
}
