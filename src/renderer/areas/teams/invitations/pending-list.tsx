import { MailX } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import type { Invitation } from '#contract/service/models/team-models.ts';
import type { AnyTeamRef } from '#data/keys.ts';
import { useScope } from '#data/use-scope.ts';
import { errorText } from '#lib/errors/error-text.ts';
import { roomFor } from '#lib/intl/room-for.ts';
import type { Translatable } from '#lib/intl/translatable.ts';
import type { TeamAccess } from '#lib/rules/team-rights.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { EmailLinkTarget, LinkTargetGate } from '#parts/email-link-target.tsx';
import { FormFailure } from '#parts/form/form-failure.tsx';
import { OneActionBar } from '#parts/selection/one-action-bar.tsx';
import { useSelectionKeys } from '#parts/selection/use-clear-selection.ts';
import { useListSelection } from '#parts/selection/use-list-selection.ts';
import { isSelecting, useSelection } from '#parts/selection/use-selection.ts';
import { selectedTargets } from '#parts/selection/use-selection-jobs.ts';
import { headHeight } from '#ui/data/list/list-measures.ts';
import { RelativeTime } from '#ui/data/relative-time.tsx';
import { type Column, VirtualList } from '#ui/data/virtual-list.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/inputs/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { ActionDialog } from '#ui/overlays/action-dialog.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import type { ResendOutcome } from './data';
import { useResendInvitation, useRevokeInvitation } from './data';
import styles from './invitations.module.css';

interface PendingListProps {
  of: AnyTeamRef;
  access: TeamAccess;
  items: readonly Invitation[];
}

const rowHeight = 44;
/** Pixels; a longer list scrolls. */
const maxHeight = 440;

type Asked = { readonly action: 'resend' | 'revoke'; readonly invitation: Invitation };

/** The pending invitations, each to be sent again or revoked. */
export function PendingList({ of, access, items }: PendingListProps) {
  const { t } = useMessages();
  const [asked, setAsked] = useState<Asked | null>(null);
  const columns = useColumns(access, setAsked);
  const close = () => setAsked(null);
  const selection = useSelection<Invitation>(of.teamId, invitationKey);
  const list = useListSelection({ selection, items, nameOf: invitationName });
  const frame = useRef<HTMLDivElement>(null);
  const { press, clear } = useSelectionKeys(frame, selection);
  return (
    <Card ref={frame} className={styles.pending} onKeyDown={press}>
      {isSelecting(selection) && (
        <OneActionBar
          connectionId={of.connectionId}
          selection={selection}
          matching={items.length}
          icon={MailX}
          label={t('bulk.revoke-invitations')}
          action={{ kind: 'invitations.revoke' }}
          scope={() => selectedTargets(selection, of.teamId)}
          lack={access.block('revokeInvitations')}
          onAll={list.onAll}
          onClear={clear}
        />
      )}
      <div style={{ height: Math.min(maxHeight, headHeight + items.length * rowHeight + 2) }}>
        <VirtualList
          label={t('team.pending')}
          columns={columns}
          count={items.length}
          itemAt={(index) => items[index]}
          getKey={invitationKey}
          rowHeight={rowHeight}
          selection={of.accountId === undefined ? list : undefined}
        />
      </div>
      {asked?.action === 'resend' && (
        <LinkTargetGate connectionId={of.connectionId} purpose="team-invitation">
          <ResendDialog of={of} invitation={asked.invitation} canRevoke={access.block('revokeInvitations') === undefined} onClose={close} />
        </LinkTargetGate>
      )}
      {asked?.action === 'revoke' && <RevokeDialog of={of} invitation={asked.invitation} onClose={close} />}
    </Card>
  );
}

const invitationKey = ({ id }: Invitation) => id;
const invitationName = ({ recipient_email: email }: Invitation) => email;

function useColumns(access: TeamAccess, onAsk: (asked: Asked) => void): Column<Invitation>[] {
  const { t } = useMessages();
  return useMemo(
    () => [
      {
        id: 'email',
        header: t('team.pending.column.email'),
        width: 'minmax(160px, 1fr)',
        cell: ({ recipient_email: email }) => <bdi title={email}>{email}</bdi>,
      },
      {
        id: 'expires',
        header: t('team.pending.column.expires'),
        width: '116px',
        numeric: true,
        cell: ({ expires_at_millis: millis }) => <RelativeTime className={styles.quiet ?? ''} millis={millis} />,
      },
      {
        id: 'actions',
        header: '',
        label: t('team.members.column.actions'),
        // Two buttons with a gap.
        width: roomFor(t('team.resend') + t('team.revoke'), 48),
        cell: (invitation) => <Actions invitation={invitation} access={access} onAsk={onAsk} />,
      },
    ],
    [t, access, onAsk],
  );
}

function Actions({ invitation, access, onAsk }: { invitation: Invitation; access: TeamAccess; onAsk: (asked: Asked) => void }) {
  const { t } = useMessages();
  const email = invitation.recipient_email;
  return (
    <span className={styles.actions}>
      <Button
        size="sm"
        disabledReason={access.block('invite')}
        aria-label={t('team.resend.of', { email })}
        onClick={() => onAsk({ action: 'resend', invitation })}
      >
        {t('team.resend')}
      </Button>
      <Button
        size="sm"
        disabledReason={access.block('revokeInvitations')}
        aria-label={t('team.revoke.of', { email })}
        onClick={() => onAsk({ action: 'revoke', invitation })}
      >
        {t('team.revoke')}
      </Button>
    </span>
  );
}

interface RevokeDialogProps {
  of: AnyTeamRef;
  invitation: Invitation;
  onClose: () => void;
}

/** Asks before a pending invitation is revoked. */
function RevokeDialog({ of, invitation: { id, recipient_email: email }, onClose }: RevokeDialogProps) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const { environment } = useScope();
  const { mutateAsync: revoke } = useRevokeInvitation(of);
  const confirm = async () => {
    await revoke(id);
    show({ tone: 'good', title: ({ t }) => t('team.revoke.done', { email }) });
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('team.revoke.title', { email })}
      consequence={t('team.revoke.consequence')}
      confirmLabel={t('team.revoke.confirm')}
      danger
      environment={environment}
      onConfirm={confirm}
    />
  );
}

interface ResendDialogProps {
  of: AnyTeamRef;
  invitation: Invitation;
  /** Whether the account may delete the old invitation. */
  canRevoke: boolean;
  onClose: () => void;
}

/** Sends an invitation again, and says what becomes of the old one. */
function ResendDialog({ of, invitation, canRevoke, onClose }: ResendDialogProps) {
  const { t } = useMessages();
  const { environment } = useScope();
  const tell = useResendToast();
  const { mutateAsync: resend } = useResendInvitation(of, canRevoke);
  const email = invitation.recipient_email;
  const sending = useAction(() => resend(invitation), {
    onDone: (outcome) => {
      tell(email, outcome);
      onClose();
    },
    toastsLate: true,
  });
  return (
    <ActionDialog
      title={t('team.resend.title', { email })}
      description={t(canRevoke ? 'team.resend.replaces' : 'team.resend.both')}
      environment={environment}
      actionLabel={t('team.resend.confirm')}
      busy={sending.isPending}
      action={() => void sending.run()}
      onClose={onClose}
    >
      {sending.failure !== null && <FormFailure report={sending.failure} />}
      <EmailLinkTarget connectionId={of.connectionId} purpose="team-invitation" />
    </ActionDialog>
  );
}

function useResendToast(): (email: string, outcome: ResendOutcome) => void {
  const show = useToasts((state) => state.show);
  return (email, outcome) => {
    const title: Translatable = ({ t }) => t('team.resend.done', { email });
    if (outcome.old === 'failed') {
      const { report } = outcome;
      show({
        tone: 'bad',
        title,
        text: (messages) => messages.t('team.resend.done.failed', { reason: errorText(messages, report).title }),
      });
    } else if (outcome.old === 'kept') show({ tone: 'neutral', title, text: 'team.resend.done.both' });
    else show({ tone: 'good', title });
  };
}
