import { LogOut } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import type { ClientUser } from '#contract/service/models/user-models.ts';
import { useOwnUser, useProfileChanges } from '#data/own-user.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { useScreenAccount } from '#data/scope.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { type Restriction, restrictionOf } from '#lib/rules/restriction.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { MessageKey } from '#messages/translator.ts';
import { AccountError } from '#parts/account/account-state.tsx';
import { MetadataSection, ReadOnlyMetadataSection } from '#parts/metadata/metadata-section.tsx';
import { OutdatedMessage } from '#parts/screen-message.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { LoadingStatus, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { ActionCard, Card, CardRow } from '#ui/layout/card.tsx';
import { FactRow } from '#ui/layout/fact-row.tsx';
import { Page, PageSection } from '#ui/layout/page.tsx';
import { useSignOutDialog } from '#window/open-dialogs.ts';
import { paths } from '#window/routes.ts';
import { DeleteSection } from './delete-section';
import { PersonSection } from './person-section';
import styles from './profile.module.css';

interface ProfileProps {
  connectionId: string;
  accountId: string;
  /** It cannot be signed in to again. Older services keep calling an account anonymous that was upgraded (wire/flows 7). */
  isNameless: boolean;
}

/** The screen of the current account's profile. */
export function ProfileScreen() {
  const account = useScreenAccount();
  return <Profile key={account.id} connectionId={account.connectionId} accountId={account.id} isNameless={account.state === 'anonymous'} />;
}

function Profile({ connectionId, accountId, isNameless }: ProfileProps) {
  const { data, error, isFetching, refetch } = useOwnUser(connectionId, accountId);
  const failure = error && { report: reportOf(error), onRetry: () => void refetch(), busy: isFetching };
  if (data === undefined) return failure ? <AccountError connectionId={connectionId} {...failure} /> : <ProfileSkeleton />;
  return (
    <Page>
      {failure && <OutdatedMessage {...failure} />}
      {isNameless && <KeepAccount connectionId={connectionId} />}
      <RestrictionCallout user={data} />
      <PersonSection user={data} connectionId={connectionId} accountId={accountId} />
      <SignInSettingsLink user={data} connectionId={connectionId} />
      <ConnectedAccountsLink connectionId={connectionId} />
      <MetadataSections user={data} connectionId={connectionId} accountId={accountId} />
      <SignOutSection connectionId={connectionId} accountId={accountId} />
      <DeleteSection user={data} connectionId={connectionId} accountId={accountId} />
    </Page>
  );
}

/** For an account without a name: how not to lose it. */
function KeepAccount({ connectionId }: { connectionId: string }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const action = (
    <Button variant="primary" onClick={() => void navigate(paths.upgrade(connectionId))}>
      {t('profile.keep.action')}
    </Button>
  );
  return <ActionCard tone="warn" title={t('profile.keep')} text={t('profile.keep.text')} action={action} />;
}

/** Where accounts at OAuth providers are managed. */
function ConnectedAccountsLink({ connectionId }: { connectionId: string }) {
  const { t } = useMessages();
  return (
    <PageSection title={t('shell.screen.connected-accounts')}>
      <Card>
        <CardRow className={styles.wraps}>
          <span className={styles.address}>{t('profile.connected-accounts.row')}</span>
          <Link to={paths.connectedAccounts(connectionId)}>{t('profile.connected-accounts')}</Link>
        </CardRow>
      </Card>
    </PageSection>
  );
}

/** The primary email address, and where addresses and sign-in methods are managed. */
function SignInSettingsLink({ user, connectionId }: { user: ClientUser; connectionId: string }) {
  const { t } = useMessages();
  const email = user.primary_email;
  return (
    <PageSection title={t('shell.screen.sign-in-settings')}>
      <Card>
        <CardRow className={styles.wraps}>
          <span className={styles.address}>{email === null ? t('profile.no-email') : <bdi>{email}</bdi>}</span>
          <Link to={paths.signInSettings(connectionId)}>{t('profile.sign-in-settings')}</Link>
        </CardRow>
      </Card>
    </PageSection>
  );
}

/** Ends the session in use. */
function SignOutSection({ connectionId, accountId }: { connectionId: string; accountId: string }) {
  const { t } = useMessages();
  const ask = useSignOutDialog((state) => state.ask);
  return (
    <PageSection title={t('profile.session')} text={t('profile.session.text')}>
      <Card>
        <CardRow className={styles.wraps}>
          <span className={styles.address}>{t('profile.sign-out.text')}</span>
          <Button variant="danger" icon={LogOut} onClick={() => ask({ connectionId, accountId })}>
            {t('profile.sign-out')}
          </Button>
        </CardRow>
      </Card>
    </PageSection>
  );
}

/** Suggestion for each restriction. */
const nextSteps: Readonly<Record<Restriction['type'], MessageKey>> = {
  anonymous: 'profile.restricted.anonymous',
  email_not_verified: 'profile.restricted.verify',
  restricted_by_administrator: 'profile.restricted.admin',
  other: 'profile.restricted.admin',
};

/** Tells the user that the project restricts the account, and why. Renders nothing for an account without restrictions. */
function RestrictionCallout({ user }: { user: ClientUser }) {
  const messages = useMessages();
  const { t } = messages;
  const restriction = restrictionOf(user, messages);
  if (restriction === null) return null;
  const { type, reason } = restriction;
  return (
    <Callout tone={type === 'anonymous' ? 'neutral' : 'warn'} title={t('profile.restricted')}>
      <p>{t('profile.restricted.reason', { reason })}</p>
      <p>{t(nextSteps[type])}</p>
    </Callout>
  );
}

interface MetadataSectionsProps {
  user: ClientUser;
  connectionId: string;
  accountId: string;
}

/** The metadata that the user can change, and the metadata that only the project can. */
function MetadataSections({ user, connectionId, accountId }: MetadataSectionsProps) {
  const { readMetadata, writeMetadata } = useProfileChanges(connectionId, accountId);
  return (
    <>
      <MetadataSection
        connectionId={connectionId}
        title="profile.metadata"
        text="profile.metadata.text"
        stored={user.client_metadata}
        read={readMetadata}
        write={writeMetadata}
        disabledReason={useReadOnlyReason(connectionId)}
      />
      <ReadOnlyMetadataSection
        title="profile.read-only-metadata"
        text="profile.read-only-metadata.text"
        value={user.client_read_only_metadata}
      />
    </>
  );
}

/** The loading profile. */
function ProfileSkeleton() {
  const { t } = useMessages();
  return (
    <Page>
      <LoadingStatus />
      <PageSection title={t('profile.person')} text={t('profile.person.text')}>
        <Card>
          <CardRow>
            <Skeleton circle width={64} height={64} />
            <Skeleton width={160} />
          </CardRow>
          <FactRow label={t('profile.name.label')}>
            <Skeleton width={140} />
          </FactRow>
          <FactRow label={t('profile.id')}>
            <Skeleton width={120} />
          </FactRow>
          <FactRow label={t('profile.project-id')}>
            <Skeleton width={120} />
          </FactRow>
          <FactRow label={t('profile.signed-up')}>
            <Skeleton width={90} />
          </FactRow>
        </Card>
      </PageSection>
      <PageSection title={t('shell.screen.sign-in-settings')}>
        <Card>
          <CardRow>
            <Skeleton width={180} />
          </CardRow>
        </Card>
      </PageSection>
      <PageSection title={t('shell.screen.connected-accounts')}>
        <Card>
          <CardRow>
            <Skeleton width={140} />
          </CardRow>
        </Card>
      </PageSection>
    </Page>
  );
}
