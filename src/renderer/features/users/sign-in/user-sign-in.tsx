import type { ReactNode } from 'react';
import type { ServerUser } from '../../../../contract/service/models/models';
import { ApiKeys } from '../../../blocks/api-keys/api-keys';
import { AccountsSection } from '../../../blocks/connected-accounts/accounts-section';
import { connectedAccounts } from '../../../blocks/connected-accounts/connected-accounts';
import { EmailSection } from '../../../blocks/emails/email-section';
import { MethodsSkeleton } from '../../../blocks/sign-in-methods/methods-skeleton';
import { SettingRowSkeleton } from '../../../blocks/sign-in-methods/setting-row';
import { OutdatedMessage } from '../../../blocks/status/outdated-message';
import { reportOf } from '../../../lib/errors/error-text';
import { providerAccounts } from '../../../lib/rules/sign-in-method-removal';
import { useMessages } from '../../../lib/use-messages';
import { useDetection } from '../../../queries/detection';
import { useCurrentProject } from '../../../queries/projects';
import { useEmails } from '../../../queries/user/emails';
import { type OAuthProviderList, useOAuthProviders } from '../../../queries/user/oauth-providers';
import { useConnection } from '../../../stores/connections';
import { ErrorState } from '../../../ui/feedback/error-state';
import { LoadingStatus } from '../../../ui/feedback/skeleton';
import { Card } from '../../../ui/layout/card';
import { PageSection } from '../../../ui/layout/page';
import { AddAccountButton } from './add-account-button';
import { AddUserEmailDialog } from './add-user-email-dialog';
import type { MethodUser } from './method-user';
import { MethodsSection } from './methods-section';
import { RestrictionCallout } from './restriction-callout';
import { SignInEmailsSection } from './sign-in-emails-section';
import styles from './user-sign-in.module.css';

interface UserSignInProps {
  connectionId: string;
  user: ServerUser;
}

/** How a user signs in, and what a project admin can change about it. */
export function UserSignIn({ connectionId, user }: UserSignInProps) {
  const { id: userId } = user;
  const of = { actor: 'project', connectionId, userId } as const;
  const emails = useEmails(of);
  const project = useCurrentProject(connectionId);
  const features = useConnection(connectionId)?.features;
  // What fails shows below: the service can't be reached. The features arrive with the connection.
  useDetection(connectionId, features === null);
  const hasObjects = features?.['oauth-providers'] === true;
  const hasProviders = user.oauth_providers.length > 0;
  const listed = useOAuthProviders(of, hasObjects && hasProviders);
  const all = [emails, project, ...(hasProviders && hasObjects ? [listed] : [])];
  const error = all.find((query) => query.error !== null)?.error ?? null;
  const retry = () => void Promise.all(all.map((query) => query.error && query.refetch()));
  const failure = error && { report: reportOf(error), onRetry: retry, busy: all.some(({ isFetching }) => isFetching) };
  const providers = hasProviders && hasObjects ? listed.data : noProviders;
  if (emails.data === undefined || project.data === undefined || providers === undefined)
    return failure ? <ErrorState {...failure} /> : <Loading />;
  const { config } = project.data;
  const items = hasObjects ? providers.items : undefined;
  const accounts = connectedAccounts(user, items);
  const enabled = config.enabled_oauth_providers.map(({ id }) => id);
  const setup = { user, emails: emails.data.items, providers: providerAccounts(user, items), config };
  return (
    <Sections>
      {failure && <OutdatedMessage {...failure} />}
      <RestrictionCallout user={user} />
      <Parts connectionId={connectionId} user={user} config={config} emails={emails.data} setup={setup}>
        <AccountsSection
          of={of}
          accounts={accounts}
          omitted={providers.omitted}
          providers={enabled}
          setup={setup}
          connect={<AddAccountButton connectionId={connectionId} userId={userId} accounts={accounts} providers={enabled} />}
        />
      </Parts>
    </Sections>
  );
}

const noProviders: OAuthProviderList = { items: [] };

function Parts({ children, ...of }: MethodUser & { children: ReactNode }) {
  const { t } = useMessages();
  const { connectionId, user, emails, setup } = of;
  const owner = { of: { actor: 'project', connectionId, userId: user.id }, setup } as const;
  return (
    <>
      <EmailSection
        owner={owner}
        emails={emails}
        dialogFor={({ kind }, close) => kind === 'add' && <AddUserEmailDialog of={owner.of} emails={emails.items} onClose={close} />}
      />
      <MethodsSection {...of} />
      <SignInEmailsSection {...of} />
      {children}
      <PageSection title={t('users.keys.title')} text={t('users.keys.text')}>
        <Card className={styles.keys}>
          <ApiKeys owner={{ kind: 'user', actor: 'project', connectionId, userId: user.id }} />
        </Card>
      </PageSection>
    </>
  );
}

function Loading() {
  const { t } = useMessages();
  return (
    <Sections>
      <LoadingStatus />
      <PageSection title={t('own-emails.title')} text={t('users.emails.text')}>
        <Card>
          <SettingRowSkeleton width={180} />
        </Card>
      </PageSection>
      <MethodsSkeleton text={t('users.methods.text')} />
    </Sections>
  );
}

function Sections({ children }: { children: ReactNode }) {
  return <div className={styles.sections}>{children}</div>;
}
