import { useParams } from 'react-router';
import { AccountError, OutdatedCallout, SignedOutState } from '../../blocks/account/account-state';
import { useSignInSetup } from '../../blocks/account/use-sign-in-setup';
import { reportOf } from '../../lib/errors/error-text';
import { useOwnProviders } from '../../queries/account/own-providers';
import { useDetection } from '../../queries/detection';
import { useOwnUser } from '../../queries/own-user';
import { useCurrentProject } from '../../queries/projects';
import { useCurrentAccount } from '../../stores/accounts';
import { useConnection } from '../../stores/connections';
import { Page } from '../../ui/layout/page';
import { AccountsSection } from './accounts-section';
import { AccountsSkeleton } from './accounts-skeleton';
import { connectedAccounts } from './connected-accounts';

interface OwnAccountsProps {
  connectionId: string;
  accountId: string;
}

/** The accounts at OAuth providers that are connected to the current account. */
export function ConnectedAccountsScreen() {
  const { connection: connectionId = '' } = useParams();
  const account = useCurrentAccount(connectionId);
  if (account === undefined || account.state === 'invalid')
    return <SignedOutState connectionId={connectionId} ended={account !== undefined} />;
  return <OwnAccounts key={account.id} connectionId={connectionId} accountId={account.id} />;
}

function OwnAccounts({ connectionId, accountId }: OwnAccountsProps) {
  const features = useConnection(connectionId)?.features;
  // What fails shows below: the service can't be reached. The features arrive with the connection.
  useDetection(connectionId, features === null);
  const hasObjects = features?.['oauth-providers'] === true;
  const user = useOwnUser(connectionId, accountId);
  const project = useCurrentProject(connectionId);
  const listed = useOwnProviders(connectionId, accountId, hasObjects);
  const setup = useSignInSetup(connectionId, accountId);
  const all = [user, project, ...(hasObjects ? [listed] : [])];
  const error = all.find((query) => query.error !== null)?.error ?? null;
  const retry = () => void Promise.all(all.map((query) => query.error && query.refetch()));
  const failure = error && { report: reportOf(error), onRetry: retry, busy: all.some(({ isFetching }) => isFetching) };
  if (user.data === undefined || project.data === undefined || (hasObjects && listed.data === undefined))
    return failure ? <AccountError connectionId={connectionId} {...failure} /> : <AccountsSkeleton />;
  return (
    <Page>
      {failure && <OutdatedCallout {...failure} />}
      <AccountsSection
        connectionId={connectionId}
        accountId={accountId}
        accounts={connectedAccounts(user.data, hasObjects ? listed.data?.items : undefined)}
        omitted={hasObjects ? listed.data?.omitted : undefined}
        providers={project.data.config.enabled_oauth_providers.map(({ id }) => id)}
        setup={setup}
      />
    </Page>
  );
}
