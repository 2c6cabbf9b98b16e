import { useOwnUser } from '#data/own-user.ts';
import { useScreenAccount } from '#data/scope.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { useMessages } from '#lib/use-messages.ts';
import { AccountError } from '#parts/account/account-state.tsx';
import { ReleaseLack, useLacksFeature } from '#parts/account/release-lack.tsx';
import { OutdatedMessage } from '#parts/status/outdated-message.tsx';
import { OmittedNote } from '#ui/feedback/omitted-note.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Page, PageSection } from '#ui/layout/page.tsx';
import { useOwnInvitations } from '../invitations/data';
import { InvitationRows } from './invitation-rows';
import { RestrictedCallout } from './restricted-callout';

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
