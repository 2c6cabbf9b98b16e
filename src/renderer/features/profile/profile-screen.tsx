import { AccountError } from '../../blocks/account/account-state';
import { useScreenAccount } from '../../blocks/account/screen-account';
import { OutdatedMessage } from '../../blocks/status/outdated-message';
import { reportOf } from '../../lib/errors/error-text';
import { useOwnUser } from '../../queries/own-user';
import { Page } from '../../ui/layout/page';
import { ConnectedAccountsLink } from './connected-accounts-link';
import { DeleteSection } from './delete-section';
import { KeepAccount } from './keep-account';
import { MetadataSections } from './metadata-sections';
import { PersonSection } from './person-section';
import { ProfileSkeleton } from './profile-skeleton';
import { RestrictionCallout } from './restriction-callout';
import { SignInSettingsLink } from './sign-in-settings-link';
import { SignOutSection } from './sign-out-section';

interface ProfileProps {
  connectionId: string;
  accountId: string;
  /** It cannot be signed in to again. Older services keep calling an account anonymous that was upgraded (wire/flows 7). */
  isNameless: boolean;
}

/** Who the current account is. */
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
