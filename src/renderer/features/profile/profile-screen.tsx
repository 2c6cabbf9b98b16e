import { useNavigate, useParams } from 'react-router';
import { reportOf } from '../../lib/error-text';
import { useOwnUser } from '../../queries/own-user';
import { paths } from '../../routes';
import { useCurrentAccount } from '../../stores/accounts';
import { AccountError, OutdatedCallout, SignedOutState } from '../../ui/account-state';
import { Page } from '../../ui/page';
import { EmailSection } from './email-section';
import { MethodsSection } from './methods-section';
import { PersonSection } from './person-section';
import { ProfileSkeleton } from './profile-skeleton';
import { SignOutSection } from './sign-out-section';

interface ProfileProps {
  connectionId: string;
  accountId: string;
  onSignIn: () => void;
}

/** Who the current account is. */
export function ProfileScreen() {
  const { connection: connectionId = '' } = useParams();
  const account = useCurrentAccount(connectionId);
  const navigate = useNavigate();
  const signIn = () => void navigate(paths.signIn(connectionId, paths.profile(connectionId)));
  if (account === undefined || account.state === 'invalid') return <SignedOutState ended={account !== undefined} onSignIn={signIn} />;
  return <Profile key={account.id} connectionId={connectionId} accountId={account.id} onSignIn={signIn} />;
}

function Profile({ connectionId, accountId, onSignIn }: ProfileProps) {
  const { data, error, isFetching, refetch } = useOwnUser(connectionId, accountId);
  const failure = error && { report: reportOf(error), onRetry: () => void refetch(), busy: isFetching };
  if (data === undefined) return failure ? <AccountError {...failure} onSignIn={onSignIn} /> : <ProfileSkeleton />;
  return (
    <Page>
      {failure && <OutdatedCallout {...failure} />}
      <PersonSection user={data} connectionId={connectionId} accountId={accountId} />
      <EmailSection user={data} />
      <MethodsSection user={data} />
      <SignOutSection user={data} connectionId={connectionId} accountId={accountId} />
    </Page>
  );
}
