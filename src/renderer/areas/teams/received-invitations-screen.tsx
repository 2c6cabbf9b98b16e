import { MailOpen } from 'lucide-react';
import type { Invitation } from '#contract/service/models/team-models.ts';
import { useOwnUser } from '#data/own-user.ts';
import { useScreenAccount } from '#data/scope.ts';
import { useAccountScope } from '#data/use-scope.ts';
import { errorText, reportOf } from '#lib/errors/error-text.ts';
import { teamName, useTeamName } from '#lib/rules/names.ts';
import { restrictionOf } from '#lib/rules/restriction.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { AccountError } from '#parts/account/account-state.tsx';
import { ReleaseLack, useLacksFeature } from '#parts/account/release-lack.tsx';
import { OutdatedMessage } from '#parts/screen-message.tsx';
import { Avatar } from '#ui/data/avatar.tsx';
import { RelativeTime } from '#ui/data/relative-time.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { OmittedNote } from '#ui/feedback/omitted-note.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/inputs/button.tsx';
import { Card, CardRow } from '#ui/layout/card.tsx';
import { Page, PageSection } from '#ui/layout/page.tsx';
import { TextAround } from '#ui/layout/text-block.tsx';
import { openPath } from '#window/open-path.ts';
import { paths } from '#window/routes.ts';
import { useAcceptOwnInvitation, useOwnInvitations } from './invitations/data';
import styles from './received-invitations.module.css';

/** Returns why the account can't accept invitations; undefined if it can, or while that is unknown. */
function useRestrictionReason(): string | undefined {
  const { id: accountId, connectionId } = useScreenAccount();
  const messages = useMessages();
  const { data: user } = useOwnUser(connectionId, accountId);
  const restriction = user && restrictionOf(user, messages);
  return restriction ? messages.t('profile.restricted.reason', { reason: restriction.reason }) : undefined;
}

/** Says that a restricted account can't accept invitations (2.8.59). */
function RestrictedCallout() {
  const { t } = useMessages();
  const reason = useRestrictionReason();
  if (reason === undefined) return null;
  return (
    <Callout tone="warn" title={t('invitations.restricted')}>
      {reason}
    </Callout>
  );
}

interface InvitationRowsProps {
  items: readonly Invitation[];
  /** Whether the list has all invitations. */
  isWhole: boolean;
}

/** The pending invitations, each to be accepted. */
function InvitationRows({ items, isWhole }: InvitationRowsProps) {
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

/** The invitations to teams that are addressed to the current account (2.8.69). */
export function InvitationsScreen() {
  const account = useScreenAccount();
  return <Invitations key={account.id} />;
}

function Invitations() {
  const { id: accountId, connectionId } = useScreenAccount();
  const { t } = useMessages();
  const isKnownLack = useLacksFeature(connectionId, 'invitations-for-me');
  // Its restriction would push the invitations away if it was known later.
  const { isPending: isUserPending } = useOwnUser(connectionId, accountId);
  const { data, error, isFetching, refetch } = useOwnInvitations(connectionId, accountId, !isKnownLack);
  const failure = error && { report: reportOf(error), onRetry: () => void refetch(), busy: isFetching };
  if (isKnownLack || failure?.report.code === 'not-offered-by-service') return <ReleaseLack feature="invitations-for-me" />;
  if (data === undefined && failure) return <AccountError connectionId={connectionId} {...failure} />;
  return (
    <Page>
      {failure && <OutdatedMessage {...failure} />}
      <RestrictedCallout />
      <PageSection title={t('invitations.title')} text={t('invitations.text')}>
        {data === undefined || isUserPending ? (
          <Card>
            <SkeletonRows count={3} rowHeight={61} />
          </Card>
        ) : (
          <InvitationRows items={data.items} isWhole={data.omitted === undefined} />
        )}
        <OmittedNote omitted={data?.omitted} />
      </PageSection>
    </Page>
  );
}
