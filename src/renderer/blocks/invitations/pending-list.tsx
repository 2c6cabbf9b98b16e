import { useMemo, useState } from 'react';
import type { Invitation } from '../../../contract/service/models/team-models';
import { roomFor } from '../../lib/intl/room-for';
import type { TeamAccess } from '../../lib/rules/team-rights';
import { useMessages } from '../../lib/use-messages';
import type { AnyTeamRef } from '../../queries/cache/keys';
import { headHeight } from '../../ui/data/list/head-height';
import { RelativeTime } from '../../ui/data/relative-time';
import { type Column, VirtualList } from '../../ui/data/virtual-list';
import { Button } from '../../ui/inputs/button';
import { Card } from '../../ui/layout/card';
import { LinkTargetGate } from '../callback/link-target-gate';
import styles from './invitations.module.css';
import { ResendDialog } from './resend-dialog';
import { RevokeDialog } from './revoke-dialog';

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
  return (
    <Card className={styles.pending} style={{ height: Math.min(maxHeight, headHeight + items.length * rowHeight + 2) }}>
      <VirtualList
        label={t('team.pending')}
        columns={columns}
        count={items.length}
        itemAt={(index) => items[index]}
        getKey={invitationKey}
        rowHeight={rowHeight}
      />
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
