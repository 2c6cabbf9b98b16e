import { Lock, MailOpen } from 'lucide-react';
import type { AnyTeamRef } from '#data/keys.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import type { TeamAccess } from '#lib/rules/team-rights.ts';
import { useMessages } from '#lib/use-messages.ts';
import { AccountError } from '#parts/account/account-state.tsx';
import { LinkTargetGate } from '#parts/email-link-target.tsx';
import { OutdatedMessage } from '#parts/screen-message.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { OmittedNote } from '#ui/feedback/omitted-note.tsx';
import { LoadingStatus, Skeleton, SkeletonTable } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Page, PageSection } from '#ui/layout/page.tsx';
import type { useTeamInvitations } from './data';
import styles from './invitations.module.css';
import { InviteForm } from './invite-form';
import { PendingList } from './pending-list';
import type { InviteFormState } from './use-invite-form';

interface InvitationsTabProps {
  of: AnyTeamRef;
  access: TeamAccess;
  invitations: ReturnType<typeof useTeamInvitations>;
  form: InviteFormState;
  /** Whether it was opened to invite someone. */
  takesFocus?: boolean;
}

/** Invites members, and lists the invitations that are pending. */
export function InvitationsTab(props: InvitationsTabProps) {
  const { t } = useMessages();
  const { of, access, invitations, form, takesFocus = false } = props;
  const blocked = access.block('invite');
  const purpose = blocked === undefined ? 'team-invitation' : null;
  return (
    <Page>
      <LinkTargetGate connectionId={of.connectionId} purpose={purpose} fallback={<LoadingForm />}>
        <InviteForm of={of} form={form} blocked={blocked} pending={invitations.data?.items} takesFocus={takesFocus} />
        <PageSection title={t('team.pending')} text={t('team.pending.text')}>
          <Pending {...props} />
        </PageSection>
      </LinkTargetGate>
    </Page>
  );
}

function LoadingForm() {
  const { t } = useMessages();
  return (
    <PageSection title={t('team.invite')} text={t('team.invite.text')}>
      <Card className={styles.form}>
        <LoadingStatus />
        <Skeleton width={80} />
        <Skeleton height={32} />
        <Skeleton width={96} height={32} />
      </Card>
    </PageSection>
  );
}

function Pending({ of, access, invitations }: InvitationsTabProps) {
  const { t } = useMessages();
  const lack = access.lack('readInvitations');
  const { data, error, isFetching, refetch } = invitations;
  const failure = error && { report: reportOf(error), onRetry: () => void refetch(), busy: isFetching };
  if (lack !== undefined)
    return (
      <Card>
        <EmptyState icon={Lock} title={t('team.pending.locked')} text={lack} />
      </Card>
    );
  if (data === undefined)
    return (
      <Card className={styles.pending}>
        {failure ? <AccountError connectionId={of.connectionId} {...failure} /> : <SkeletonTable count={3} rowHeight={44} avatar={false} />}
      </Card>
    );
  return (
    <>
      {failure && <OutdatedMessage {...failure} />}
      {data.items.length === 0 && data.omitted === undefined ? (
        <Card>
          <EmptyState icon={MailOpen} title={t('team.pending.none')} text={t('team.pending.none.text')} />
        </Card>
      ) : (
        <PendingList of={of} access={access} items={data.items} />
      )}
      <OmittedNote omitted={data.omitted} />
    </>
  );
}
