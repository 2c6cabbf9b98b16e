import { useParams } from 'react-router';
import { AccountError, OutdatedCallout, SignedOutState } from '../../blocks/account/account-state';
import { useSignInSetup } from '../../blocks/account/use-sign-in-setup';
import { reportOf } from '../../lib/errors/error-text';
import { useOwnEmails } from '../../queries/account/own-emails';
import { useOwnUser } from '../../queries/own-user';
import { useCurrentProject } from '../../queries/projects';
import { useCurrentAccount } from '../../stores/accounts';
import { Page } from '../../ui/layout/page';
import { EmailSection } from './emails/email-section';
import { MethodsSection } from './methods/methods-section';
import { SettingsSkeleton } from './settings-skeleton';
import { TwoFactorSection } from './two-factor/two-factor-section';

interface SettingsProps {
  connectionId: string;
  accountId: string;
}

/** The email addresses and sign-in methods of the current account. */
export function SignInSettingsScreen() {
  const { connection: connectionId = '' } = useParams();
  const account = useCurrentAccount(connectionId);
  if (account === undefined || account.state === 'invalid')
    return <SignedOutState connectionId={connectionId} ended={account !== undefined} />;
  return <Settings key={account.id} connectionId={connectionId} accountId={account.id} />;
}

function Settings({ connectionId, accountId }: SettingsProps) {
  const user = useOwnUser(connectionId, accountId);
  const emails = useOwnEmails(connectionId, accountId);
  const project = useCurrentProject(connectionId);
  const setup = useSignInSetup(connectionId, accountId);
  const all = [user, emails, project];
  const error = all.find((query) => query.error !== null)?.error ?? null;
  const retry = () => void Promise.all(all.map((query) => query.error && query.refetch()));
  const failure = error && { report: reportOf(error), onRetry: retry, busy: all.some(({ isFetching }) => isFetching) };
  if (user.data === undefined || emails.data === undefined || project.data === undefined)
    return failure ? <AccountError connectionId={connectionId} {...failure} /> : <SettingsSkeleton />;
  const own = { connectionId, accountId, user: user.data, config: project.data.config, setup };
  return (
    <Page>
      {failure && <OutdatedCallout {...failure} />}
      <EmailSection {...own} emails={emails.data} />
      <MethodsSection {...own} />
      <TwoFactorSection connectionId={connectionId} accountId={accountId} isOn={user.data.requires_totp_mfa} />
    </Page>
  );
}
