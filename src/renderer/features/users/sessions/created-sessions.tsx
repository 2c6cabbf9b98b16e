import type { CreatedSession } from '../../../../contract/bridge/impersonations';
import { dateTime } from '../../../lib/intl/format';
import { useMessages } from '../../../lib/use-messages';
import { useCreatedSessions } from '../../../queries/sessions';
import { IdChip } from '../../../ui/data/id-chip';
import { Card, CardRow } from '../../../ui/layout/card';
import { PageSection } from '../../../ui/layout/page';
import styles from './created-sessions.module.css';

/** The sessions that were created for a user in Latchkey, or may have been; nothing without any. */
export function CreatedSessions({ connectionId, userId }: { connectionId: string; userId: string }) {
  const { t } = useMessages();
  const { data: sessions = [] } = useCreatedSessions(connectionId, userId);
  if (sessions.length === 0) return null;
  return (
    <PageSection title={t('impersonation.created')} text={t('impersonation.created.text')}>
      <Card role="list" aria-label={t('impersonation.created')}>
        {sessions.map((session) => (
          <CreatedRow key={session.id} session={session} />
        ))}
      </Card>
    </PageSection>
  );
}

function CreatedRow({ session: { by, requestedAt, expiresAt, sessionId, state } }: { session: CreatedSession }) {
  const { t, locale } = useMessages();
  const times = { time: dateTime(requestedAt, locale), expiry: dateTime(expiresAt, locale) };
  return (
    <CardRow role="listitem" className={styles.row}>
      <span>{t(`impersonation.created.${state}`, times)}</span>
      {by !== null && <bdi className={styles.by}>{t('impersonation.created.by', { name: by })}</bdi>}
      {sessionId !== null && <IdChip value={sessionId} />}
    </CardRow>
  );
}
