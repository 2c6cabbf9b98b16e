import { MonitorOff, RotateCw } from 'lucide-react';
import { useMemo } from 'react';
import type { Connection } from '#contract/bridge/connections.ts';
import type { CreatedSession } from '#contract/bridge/impersonations.ts';
import type { ErrorReport } from '#contract/errors.ts';
import { firstSessions } from '#contract/service/models/session-countries.ts';
import type { Session } from '#contract/service/models/user-models.ts';
import { mayMeanNoSessions, useCreatedSessions, useUserSessions } from '#data/sessions.ts';
import { useConnection } from '#data/topics.ts';
import { errorDetails, reportOf } from '#lib/errors/error-text.ts';
import { countryName } from '#lib/intl/country.ts';
import { dateTime } from '#lib/intl/format.ts';
import { hasAdminAccess } from '#lib/rules/project-rules.ts';
import { useMessages } from '#lib/use-messages.ts';
import { OutdatedMessage } from '#parts/screen-message.tsx';
import { SessionsList } from '#parts/sessions/sessions-list.tsx';
import { SessionsMap } from '#parts/sessions/sessions-map.tsx';
import { Badge } from '#ui/data/badge.tsx';
import { IdChip } from '#ui/data/id-chip.tsx';
import { SessionRowsSkeleton } from '#ui/data/session-row.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { CopyTextButton } from '#ui/inputs/copy-button.tsx';
import { Card, CardRow } from '#ui/layout/card.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import styles from './created-sessions.module.css';

/** A user's sessions, as the project's admin sees and ends them. */
export function UserSessions(user: { connectionId: string; userId: string }) {
  return (
    <>
      <OpenSessions {...user} />
      <CreatedSessions {...user} />
    </>
  );
}

function OpenSessions({ connectionId, userId }: { connectionId: string; userId: string }) {
  const { t, locale } = useMessages();
  const { data, error, isFetching, refetch } = useUserSessions(connectionId, userId, true);
  const connection = useConnection(connectionId);
  const firstSeen = useMemo(() => firstSessions(data?.items ?? []), [data]);
  const firstSeenBadge = ({ id }: Session) => {
    const country = firstSeen.get(id);
    return (
      country !== undefined && (
        <Badge tone="warn">{t('users.sessions.first-seen', { country: countryName(country, locale) ?? country })}</Badge>
      )
    );
  };
  const failure = error && { report: reportOf(error), onRetry: () => void refetch(), busy: isFetching };
  if (failure && mayMeanNoSessions(error, connection)) return <MaybeNoSessions {...failure} />;
  if (data !== undefined) {
    return (
      <>
        {failure && <OutdatedMessage {...failure} />}
        <SessionsList
          of={{ actor: 'project', connectionId, userId }}
          list={data}
          note={seesImpersonation(connection) ? undefined : t('users.sessions.no-impersonation')}
          badgeOf={firstSeenBadge}
        />
        <SessionsMap actor="project" sessions={data.items} />
      </>
    );
  }
  if (failure) return <ErrorState {...failure} />;
  return (
    <Card>
      <SessionRowsSkeleton />
    </Card>
  );
}

/** Requests use the server key where there is one and no admin key, also if an owner is signed in. */
function seesImpersonation(connection: Connection | undefined): boolean {
  return connection !== undefined && hasAdminAccess(connection) && !(connection.credentials.server && !connection.credentials.admin);
}

interface MaybeNoSessionsProps {
  report: ErrorReport;
  onRetry: () => void;
  busy: boolean;
}

/** Shown if the service's error may only mean that the user has no sessions. */
function MaybeNoSessions({ report, onRetry, busy }: MaybeNoSessionsProps) {
  const { t } = useMessages();
  const actions = (
    <>
      <Button icon={RotateCw} onClick={onRetry} busy={busy}>
        {t('ui.retry')}
      </Button>
      <CopyTextButton variant="plain" value={() => errorDetails(report)}>
        {t('ui.copy-details')}
      </CopyTextButton>
    </>
  );
  return (
    <EmptyState icon={MonitorOff} title={t('users.sessions.unknown.title')} text={t('users.sessions.unknown.text')} action={actions} />
  );
}

/** The sessions that were created for a user in Latchkey, or may have been; nothing without any. */
function CreatedSessions({ connectionId, userId }: { connectionId: string; userId: string }) {
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
