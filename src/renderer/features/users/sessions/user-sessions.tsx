import { MonitorOff, RotateCw } from 'lucide-react';
import type { Connection } from '../../../../contract/bridge/connections';
import type { ErrorReport } from '../../../../contract/errors';
import { SessionsList } from '../../../blocks/sessions/sessions-list';
import { OutdatedMessage } from '../../../blocks/status/outdated-message';
import { errorDetails, reportOf } from '../../../lib/errors/error-text';
import { hasAdminAccess } from '../../../lib/rules/project-access';
import { useMessages } from '../../../lib/use-messages';
import { mayMeanNoSessions } from '../../../queries/may-mean-no-sessions';
import { useUserSessions } from '../../../queries/sessions';
import { useConnection } from '../../../stores/connections';
import { SessionRowsSkeleton } from '../../../ui/data/session-row';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { ErrorState } from '../../../ui/feedback/error-state';
import { Button } from '../../../ui/inputs/button';
import { CopyTextButton } from '../../../ui/inputs/copy-button';
import { Card } from '../../../ui/layout/card';
import { CreatedSessions } from './created-sessions';

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
  const { t } = useMessages();
  const { data, error, isFetching, refetch } = useUserSessions(connectionId, userId, true);
  const connection = useConnection(connectionId);
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
        />
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
