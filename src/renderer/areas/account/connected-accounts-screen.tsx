import { Plus } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useOAuthProviders } from '#data/connected-accounts.ts';
import { useOwnUser } from '#data/own-user.ts';
import { useCurrentProject, useDetection } from '#data/project.ts';
import { useSignInChangeReason } from '#data/read-only.ts';
import { useScreenAccount } from '#data/scope.ts';
import { useConnection, useCurrentAccount } from '#data/topics.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { useMessages } from '#lib/use-messages.ts';
import { AccountError } from '#parts/account/account-state.tsx';
import { useSignInSetup } from '#parts/account/use-sign-in-setup.ts';
import { AccountsSection } from '#parts/connected-accounts/accounts-section.tsx';
import styles from '#parts/connected-accounts/connected-accounts.module.css';
import { type ConnectedAccount, connectedAccounts } from '#parts/connected-accounts/connected-accounts.ts';
import { OutdatedMessage } from '#parts/screen-message.tsx';
import { LoadingStatus, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { Card, CardRow } from '#ui/layout/card.tsx';
import { Page, PageSection } from '#ui/layout/page.tsx';
import { paths } from '#window/routes.ts';

interface OwnAccountsProps {
  connectionId: string;
  accountId: string;
}

/** The accounts at OAuth providers that are connected to the current account. */
export function ConnectedAccountsScreen() {
  const account = useScreenAccount();
  return <OwnAccounts key={account.id} connectionId={account.connectionId} accountId={account.id} />;
}

function OwnAccounts({ connectionId, accountId }: OwnAccountsProps) {
  const features = useConnection(connectionId)?.features;
  // What fails shows below: the service can't be reached. The features arrive with the connection.
  useDetection(connectionId, features === null);
  const of = { actor: 'account', connectionId, accountId } as const;
  const hasObjects = features?.['oauth-providers'] === true;
  const user = useOwnUser(connectionId, accountId);
  const project = useCurrentProject(connectionId);
  const listed = useOAuthProviders(of, hasObjects);
  const { setup, isLoading } = useSignInSetup(connectionId, accountId);
  const all = [user, project, ...(hasObjects ? [listed] : [])];
  const error = all.find((query) => query.error !== null)?.error ?? null;
  const retry = () => void Promise.all(all.map((query) => query.error && query.refetch()));
  const failure = error && { report: reportOf(error), onRetry: retry, busy: all.some(({ isFetching }) => isFetching) };
  if (isLoading || user.data === undefined || project.data === undefined || (hasObjects && listed.data === undefined))
    return failure ? <AccountError connectionId={connectionId} {...failure} /> : <AccountsSkeleton />;
  const accounts = connectedAccounts(user.data, hasObjects ? listed.data?.items : undefined);
  const providers = project.data.config.enabled_oauth_providers.map(({ id }) => id);
  return (
    <Page>
      {failure && <OutdatedMessage {...failure} />}
      <AccountsSection
        of={of}
        accounts={accounts}
        omitted={hasObjects ? listed.data?.omitted : undefined}
        providers={providers}
        setup={setup}
        connect={<ConnectButton connectionId={connectionId} providers={providers} accounts={accounts} />}
      />
    </Page>
  );
}

interface ConnectButtonProps {
  connectionId: string;
  providers: readonly string[];
  accounts: readonly ConnectedAccount[];
}

function ConnectButton({ connectionId, providers, accounts }: ConnectButtonProps) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const reason = useConnectReason(connectionId, providers, accounts);
  const here = paths.connectedAccounts(connectionId);
  return (
    <Button icon={Plus} disabledReason={reason} onClick={() => void navigate(paths.linkProvider(connectionId, here))}>
      {t('connected.connect')}
    </Button>
  );
}

/** Returns why no account can be connected; undefined where one can. A user has one account for sign-in at each provider. */
function useConnectReason(connectionId: string, providers: readonly string[], accounts: readonly ConnectedAccount[]): string | undefined {
  const { t } = useMessages();
  const readOnly = useSignInChangeReason(connectionId);
  const account = useCurrentAccount(connectionId);
  if (readOnly !== undefined) return readOnly;
  if (account?.state === 'anonymous') return t('connected.anonymous');
  if (providers.length === 0) return t('connected.no-providers');
  return providers.every((id) => accounts.some(({ provider }) => provider === id)) ? t('connected.all') : undefined;
}

/** Loading connected accounts. */
function AccountsSkeleton() {
  const { t } = useMessages();
  return (
    <Page>
      <LoadingStatus />
      <PageSection title={t('connected.title')} text={t('connected.text')}>
        <Card>
          {[0, 1].map((at) => (
            <CardRow key={at} className={styles.row}>
              <Skeleton width={15} height={15} />
              <div className={styles.waiting}>
                <Skeleton width={120} />
                <Skeleton width={220} height={10} />
              </div>
              <Skeleton width={84} height={26} />
            </CardRow>
          ))}
        </Card>
      </PageSection>
    </Page>
  );
}
