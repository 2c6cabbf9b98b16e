import { MonitorOff, RotateCw } from 'lucide-react';
import { useState } from 'react';
import type { ErrorReport } from '../../../contract/errors';
import type { Session } from '../../../contract/service/models/models';
import { errorDetails, reportOf } from '../../lib/errors/error-text';
import { useFocusWhenClosed } from '../../lib/focus/use-focus-when-closed';
import { useMessages } from '../../lib/use-messages';
import { mayMeanNoSessions } from '../../queries/may-mean-no-sessions';
import { useRevokeSession, useUserSessions } from '../../queries/sessions';
import { useConnection } from '../../stores/connections';
import { useReadOnlyReason } from '../../stores/read-only';
import { SessionRow, SessionRowsSkeleton, useSessionPlace } from '../../ui/data/session-row';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorState } from '../../ui/feedback/error-state';
import { OmittedNote } from '../../ui/feedback/omitted-note';
import { useToasts } from '../../ui/feedback/toasts';
import { Button } from '../../ui/inputs/button';
import { CopyTextButton } from '../../ui/inputs/copy-button';
import { Card } from '../../ui/layout/card';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog';

/** A user's sessions, as the project's admin sees and ends them. */
export function UserSessions({ connectionId, userId }: { connectionId: string; userId: string }) {
  const [asked, setAsked] = useState<Session | null>(null);
  const ground = useFocusWhenClosed(asked !== null);
  return (
    // The list itself goes away with its last session.
    <div ref={ground} tabIndex={-1}>
      <Sessions connectionId={connectionId} userId={userId} onAsk={setAsked} />
      <RevokeDialog connectionId={connectionId} userId={userId} session={asked} onClose={() => setAsked(null)} />
    </div>
  );
}

interface SessionsProps {
  connectionId: string;
  userId: string;
  onAsk: (session: Session) => void;
}

function Sessions({ connectionId, userId, onAsk }: SessionsProps) {
  const { t } = useMessages();
  const sessions = useUserSessions(connectionId, userId, true);
  const connection = useConnection(connectionId);
  const readOnly = useReadOnlyReason(connectionId);
  if (sessions.isPending) {
    return (
      <Card>
        <SessionRowsSkeleton />
      </Card>
    );
  }
  const nothing = <EmptyState icon={MonitorOff} title={t('users.sessions.none.title')} text={t('users.sessions.none.text')} />;
  if (sessions.isError) {
    const failure = { report: reportOf(sessions.error), onRetry: () => void sessions.refetch(), busy: sessions.isFetching };
    return mayMeanNoSessions(sessions.error, connection) ? <MaybeNoSessions {...failure} /> : <ErrorState {...failure} />;
  }
  const { items, omitted } = sessions.data;
  if (items.length === 0 && omitted === undefined) return nothing;
  return (
    <>
      <Card role="list" aria-label={t('users.tab.sessions')}>
        {items.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            action={<Revoke session={session} disabledReason={readOnly} onClick={() => onAsk(session)} />}
          />
        ))}
      </Card>
      <OmittedNote omitted={omitted} />
    </>
  );
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

interface RevokeProps {
  session: Session;
  disabledReason: string | undefined;
  onClick: () => void;
}

function Revoke({ session, disabledReason, onClick }: RevokeProps) {
  const { t } = useMessages();
  const place = useSessionPlace();
  return (
    <Button
      size="sm"
      variant="danger"
      disabledReason={disabledReason}
      aria-label={t('users.sessions.revoke.of', { place: place(session) })}
      onClick={onClick}
    >
      {t('users.sessions.revoke')}
    </Button>
  );
}

interface RevokeDialogProps {
  connectionId: string;
  userId: string;
  session: Session | null;
  onClose: () => void;
}

function RevokeDialog({ connectionId, userId, session, onClose }: RevokeDialogProps) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const revoke = useRevokeSession({ actor: 'project', connectionId, userId });
  const place = useSessionPlace();
  const environment = useConnection(connectionId)?.environment;
  const name = session === null ? '' : place(session);
  const confirm = async () => {
    if (session === null) return;
    await revoke.mutateAsync(session.id);
    show({ tone: 'good', title: t('users.sessions.revoked', { place: name }) });
  };
  return (
    <ConfirmDialog
      open={session !== null}
      onOpenChange={(open) => !open && onClose()}
      title={t('users.sessions.ask', { place: name })}
      consequence={t('users.sessions.consequence')}
      confirmLabel={t('users.sessions.revoke')}
      danger
      environment={environment}
      onConfirm={confirm}
    />
  );
}
