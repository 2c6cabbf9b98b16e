import type { ContactChannel } from '../../../contract/service/models/models';
import { AccountError } from '../../blocks/account/account-state';
import { useScreenAccount } from '../../blocks/account/screen-account';
import { useSignInSetup } from '../../blocks/account/use-sign-in-setup';
import { LinkTargetGate } from '../../blocks/callback/link-target-gate';
import type { EmailRequest } from '../../blocks/emails/email-request';
import { EmailSection } from '../../blocks/emails/email-section';
import { OutdatedMessage } from '../../blocks/status/outdated-message';
import { reportOf } from '../../lib/errors/error-text';
import { useOwnUser } from '../../queries/own-user';
import { useCurrentProject } from '../../queries/projects';
import { useEmails } from '../../queries/user/emails';
import type { UserOf } from '../../queries/user/user-of';
import { useImpersonationOf } from '../../stores/impersonations';
import { Page } from '../../ui/layout/page';
import { AddEmailDialog } from './emails/add-email-dialog';
import { VerifyEmailDialog } from './emails/verify-email-dialog';
import { ImpersonationSection } from './impersonation-section';
import { MethodsSection } from './methods/methods-section';
import { SettingsSkeleton } from './settings-skeleton';
import { TwoFactorSection } from './two-factor/two-factor-section';

interface SettingsProps {
  connectionId: string;
  accountId: string;
}

/** The email addresses and sign-in methods of the current account. */
export function SignInSettingsScreen() {
  const account = useScreenAccount();
  return <Settings key={account.id} connectionId={account.connectionId} accountId={account.id} />;
}

function Settings({ connectionId, accountId }: SettingsProps) {
  const impersonation = useImpersonationOf(useScreenAccount());
  const user = useOwnUser(connectionId, accountId);
  const of = { actor: 'account', connectionId, accountId } as const;
  const emails = useEmails(of);
  const project = useCurrentProject(connectionId);
  const { setup, isLoading } = useSignInSetup(connectionId, accountId);
  const all = [user, emails, project];
  const error = all.find((query) => query.error !== null)?.error ?? null;
  const retry = () => void Promise.all(all.map((query) => query.error && query.refetch()));
  const failure = error && { report: reportOf(error), onRetry: retry, busy: all.some(({ isFetching }) => isFetching) };
  if (isLoading || user.data === undefined || emails.data === undefined || project.data === undefined)
    return failure ? <AccountError connectionId={connectionId} {...failure} /> : <SettingsSkeleton />;
  const own = { connectionId, accountId, user: user.data, config: project.data.config, setup };
  return (
    <Page>
      {failure && <OutdatedMessage {...failure} />}
      <EmailSection
        owner={{ of, setup }}
        emails={emails.data}
        dialogFor={(request, close) => <EmailDialog of={of} request={request} emails={emails.data.items} onClose={close} />}
      />
      <MethodsSection {...own} />
      <TwoFactorSection connectionId={connectionId} accountId={accountId} isOn={user.data.requires_totp_mfa} />
      {impersonation !== undefined && <ImpersonationSection impersonation={impersonation} />}
    </Page>
  );
}

interface EmailDialogProps {
  of: UserOf;
  request: EmailRequest;
  emails: readonly ContactChannel[];
  onClose: () => void;
}

function EmailDialog({ of, request, emails, onClose }: EmailDialogProps) {
  if (request.kind === 'add')
    return (
      <LinkTargetGate connectionId={of.connectionId} purpose="contact-channel">
        <AddEmailDialog of={of} emails={emails} onClose={onClose} />
      </LinkTargetGate>
    );
  return request.kind === 'verify' && <VerifyEmailDialog of={of} email={request.email} onClose={onClose} />;
}
