import { MailOpen } from 'lucide-react';
import type { Invitation } from '#contract/service/models/team-models.ts';
import { useAccountScope } from '#data/use-scope.ts';
import { errorText } from '#lib/errors/error-text.ts';
import { teamName, useTeamName } from '#lib/rules/names.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Avatar } from '#ui/data/avatar.tsx';
import { RelativeTime } from '#ui/data/relative-time.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/inputs/button.tsx';
import { Card, CardRow } from '#ui/layout/card.tsx';
import { TextAround } from '#ui/layout/text-around.tsx';
import { openPath } from '#window/open-path.ts';
import { paths } from '#window/routes.ts';
import { useAcceptOwnInvitation } from '../invitations/data';
import styles from './invitations.module.css';
import { useRestrictionReason } from './restricted-callout';

interface InvitationRowsProps {
  items: readonly Invitation[];
  /** Whether the list has all invitations. */
  isWhole: boolean;
}

/** The pending invitations, each to be accepted. */
export function InvitationRows({ items, isWhole }: InvitationRowsProps) {
  const { t } = useMessages();
  if (items.length === 0)
    return isWhole ? (
      <Card>
        <EmptyState icon={MailOpen} title={t('invitations.none')} text={t('invitations.none.text')} />
      </Card>
    ) : null;
  return (
    <Card role="list" aria-label={t('invitations.title')}>
      {items.map((invitation) => (
        <InvitationRow key={invitation.id} invitation={invitation} />
      ))}
    </Card>
  );
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { connectionId, accountId, readOnly } = useAccountScope();
  const messages = useMessages();
  const { t } = messages;
  const team = { display_name: invitation.team_display_name ?? '' };
  const name = useTeamName()(team);
  const show = useToasts((state) => state.show);
  const restricted = useRestrictionReason() && t('invitations.restricted');
  const { mutateAsync: accept } = useAcceptOwnInvitation(connectionId, accountId);
  // A part of the task, because the row disappears with its invitation, and actions of missing components have no `onDone`.
  const acceptance = useAction(async () => {
    await accept(invitation);
    const open = () => openPath(paths.ownTeam(connectionId, invitation.team_id));
    show({
      tone: 'good',
      title: (messages) => messages.t('invitations.accepted', { team: teamName(messages, team) }),
      action: { label: 'invitations.open', onSelect: open },
    });
  });
  const failure = acceptance.failure && errorText(messages, acceptance.failure);
  return (
    <CardRow role="listitem">
      <Avatar id={invitation.team_id} size={32} name={invitation.team_display_name ?? ''} />
      <div className={styles.words}>
        <div className={styles.team} title={name}>
          <bdi>{name}</bdi>
        </div>
        <p className={styles.facts}>
          <TextAround text={(email) => t('invitations.to', { email })}>
            <bdi>{invitation.recipient_email}</bdi>
          </TextAround>
          {' · '}
          <RelativeTime of="invitations.expires" millis={invitation.expires_at_millis} />
        </p>
        {failure && (
          <p className={styles.failure} role="alert">
            {failure.title}
          </p>
        )}
      </div>
      <Button
        busy={acceptance.isPending}
        disabledReason={restricted || readOnly}
        aria-label={t('invitations.accept.of', { team: name })}
        onClick={() => void acceptance.run()}
      >
        {t('invitations.accept')}
      </Button>
    </CardRow>
  );
}
