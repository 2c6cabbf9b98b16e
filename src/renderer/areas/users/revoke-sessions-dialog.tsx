import type { ServerUser, Session } from '#contract/service/models/user-models.ts';
import { mayMeanNoSessions, useRevokeUserSessions, useUserSessions } from '#data/sessions.ts';
import { useConnection } from '#data/topics.ts';
import { useUserName } from '#lib/rules/names.ts';
import { useMessages } from '#lib/use-messages.ts';
import { OwnUserCallout } from '#parts/removal/removal-callouts.tsx';
import { useSessionPlace } from '#ui/data/session-row.tsx';
import { LoadingStatus, Skeleton } from '#ui/feedback/skeleton.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';

interface RevokeSessionsDialogProps {
  connectionId: string;
  user: ServerUser;
  onClose: () => void;
}

/** Asks before all sessions of a user are revoked, and says which these are. Can be confirmed before that is known: they are read again. */
export function RevokeSessionsDialog({ connectionId, user, onClose }: RevokeSessionsDialogProps) {
  const { t } = useMessages();
  const name = useUserName()(user);
  const connection = useConnection(connectionId);
  const show = useToasts((state) => state.show);
  const revokeAll = useRevokeUserSessions(connectionId, user.id);
  const { data, error } = useUserSessions(connectionId, user.id, true);
  const hasNone = data?.items.length === 0 && data.omitted === undefined;
  const mayHaveNone = error !== null && mayMeanNoSessions(error, connection);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('users.sessions.revoke.title', { name })}
      consequence={t('users.sessions.revoke-all.consequence')}
      confirmLabel={t('users.sessions.revoke-all')}
      danger
      environment={connection?.environment}
      disabledReason={hasNone ? t('users.sessions.revoke.none') : mayHaveNone ? t('users.sessions.unknown.title') : undefined}
      onConfirm={async () => {
        const count = await revokeAll();
        show({ tone: 'good', title: (messages) => messages.t('sessions.revoked.count', { count }) });
      }}
    >
      <OwnUserCallout of={{ actor: 'project', connectionId, userId: user.id }} endsSessions />
      {!mayHaveNone && <Listed sessions={data?.items} isMissing={error !== null} />}
    </ConfirmDialog>
  );
}

/** Maximum number of locations that are named. */
const maxPlaces = 3;

function Listed({ sessions, isMissing }: { sessions: readonly Session[] | undefined; isMissing: boolean }) {
  const { t } = useMessages();
  const placeOf = useSessionPlace();
  if (sessions === undefined)
    return isMissing ? null : (
      <p>
        <LoadingStatus />
        <Skeleton width={240} height={20} />
      </p>
    );
  if (sessions.length === 0) return <p>{t('users.sessions.revoke.none')}</p>;
  const places = [...new Set(sessions.map(placeOf))];
  const named = places.length > maxPlaces ? [...places.slice(0, maxPlaces), '…'] : places;
  return <p>{t('users.sessions.revoke.count', { count: sessions.length, places: named.join(' · ') })}</p>;
}
