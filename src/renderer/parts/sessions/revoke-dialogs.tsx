import type { Session } from '#contract/service/models/user-models.ts';
import { useRevokeSession } from '#data/sessions.ts';
import { useConnection } from '#data/topics.ts';
import type { UserOf } from '#data/users.ts';
import { useMessages } from '#lib/use-messages.ts';
import { sessionPlace, useSessionPlace } from '#ui/data/session-row.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { OwnUserCallout } from '../removal/removal-callouts';
import { sessionTexts } from './session-texts';

interface RevokeOneDialogProps {
  of: UserOf;
  /** The session in question; none closes the dialog. */
  session: Session | null;
  onClose: () => void;
}

/** Asks before one session is revoked. */
export function RevokeOneDialog({ of, session, onClose }: RevokeOneDialogProps) {
  const { t } = useMessages();
  const placeOf = useSessionPlace();
  const show = useToasts((state) => state.show);
  const { mutateAsync: revoke } = useRevokeSession(of);
  const environment = useConnection(of.connectionId)?.environment;
  if (session === null) return null;
  const place = placeOf(session);
  const confirm = async () => {
    await revoke(session.id);
    show({ tone: 'good', title: (messages) => messages.t('sessions.revoked.one', { place: sessionPlace(messages, session) }) });
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('sessions.revoke.title', { place })}
      consequence={t('sessions.revoke.consequence', { ip: session.last_used_at_end_user_ip_info?.ip ?? 'none' })}
      confirmLabel={t('sessions.revoke.confirm')}
      danger
      environment={environment}
      onConfirm={confirm}
    >
      <OwnUserCallout of={of} />
    </ConfirmDialog>
  );
}

interface RevokeOthersDialogProps {
  of: UserOf;
  count: number;
  open: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

/** Asks before all sessions are revoked, except the one in use. */
export function RevokeOthersDialog({ of, count, open, onClose, onConfirm }: RevokeOthersDialogProps) {
  const { t } = useMessages();
  const texts = sessionTexts[of.actor];
  const environment = useConnection(of.connectionId)?.environment;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title={t(texts.revokeAllTitle, { count })}
      consequence={t(texts.revokeAllConsequence)}
      confirmLabel={t(texts.revokeAll)}
      danger
      environment={environment}
      onConfirm={onConfirm}
    >
      <OwnUserCallout of={of} endsSessions />
    </ConfirmDialog>
  );
}

interface RevokeSelectedDialogProps {
  connectionId: string;
  count: number;
  open: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

/** Asks before the selected sessions of the account are revoked. */
export function RevokeSelectedDialog({ connectionId, count, open, onClose, onConfirm }: RevokeSelectedDialogProps) {
  const { t } = useMessages();
  const environment = useConnection(connectionId)?.environment;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title={t('users.sessions.revoke-all.title', { count })}
      consequence={t('bulk.revoke-sessions.consequence')}
      confirmLabel={t('bulk.revoke-sessions')}
      danger
      environment={environment}
      onConfirm={onConfirm}
    />
  );
}
