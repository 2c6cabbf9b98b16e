import { KeySquare, Lock, MailCheck } from 'lucide-react';
import type { Impersonation } from '#contract/bridge/impersonations.ts';
import type { ContactChannel } from '#contract/service/models/user-models.ts';
import { api } from '#data/api.ts';
import { useEmails } from '#data/emails.ts';
import { useOwnUser, useUpdateMethods } from '#data/own-user.ts';
import { useForbiddenReason } from '#data/policy.ts';
import { useCurrentProject } from '#data/project.ts';
import { useImpersonationReason, useSignInChangeReason } from '#data/read-only.ts';
import { useScreenAccount } from '#data/scope.ts';
import { useImpersonationOf } from '#data/topics.ts';
import type { UserOf } from '#data/users.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { dateTime } from '#lib/intl/format.ts';
import { isElectron } from '#lib/is-electron.ts';
import { useAction } from '#lib/use-action.ts';
import { useFailureToast } from '#lib/use-failure-toast.ts';
import { useMessages } from '#lib/use-messages.ts';
import { AccountError } from '#parts/account/account-state.tsx';
import { useSignInSetup } from '#parts/account/use-sign-in-setup.ts';
import { LinkTargetGate } from '#parts/email-link-target.tsx';
import { EmailSection } from '#parts/emails/email-section.tsx';
import type { EmailRequest } from '#parts/emails/use-send-email.ts';
import { OutdatedMessage } from '#parts/screen-message.tsx';
import { MethodsSkeleton } from '#parts/sign-in-methods/methods-skeleton.tsx';
import { SettingRow, SettingRowSkeleton } from '#parts/sign-in-methods/setting-row.tsx';
import { useRemovalEffect } from '#parts/sign-in-methods/use-removal-effect.ts';
import { Icon } from '#ui/data/icon.tsx';
import { IdChip } from '#ui/data/id-chip.tsx';
import { LoadingStatus, Skeleton } from '#ui/feedback/skeleton.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/inputs/button.tsx';
import { ReasonedSwitch } from '#ui/inputs/switch.tsx';
import { Card, CardRow } from '#ui/layout/card.tsx';
import { FactRow } from '#ui/layout/fact-row.tsx';
import { Page, PageSection } from '#ui/layout/page.tsx';
import { AddEmailDialog } from './add-email-dialog';
import styles from './methods-section.module.css';
import type { OwnAccount } from './own-account';
import { PasskeyRow } from './passkey-row';
import { PasswordRow } from './password-row';
import { TwoFactorSection } from './two-factor-section';
import { VerifyEmailDialog } from './verify-email-dialog';

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

/** The sign-in methods of the account itself. Those of providers are connected accounts. */
function MethodsSection(own: OwnAccount) {
  const { t } = useMessages();
  const impersonating = useImpersonationReason(own.connectionId);
  const note = impersonating !== undefined && (
    <span className={styles.note}>
      <Icon of={Lock} size={14} />
      {impersonating}
    </span>
  );
  return (
    <PageSection title={t('methods.title')} text={t('methods.text')} action={note}>
      <Card>
        <PasswordRow own={own} />
        <PasskeyRow own={own} />
        <OneTimeCodeRow own={own} />
      </Card>
    </PageSection>
  );
}

/** The screen while it loads. */
function SettingsSkeleton() {
  const { t } = useMessages();
  return (
    <Page>
      <LoadingStatus />
      <PageSection title={t('own-emails.title')} text={t('own-emails.text')}>
        <Card>
          <CardRow>
            <Skeleton width={260} />
          </CardRow>
          <CardRow>
            <Skeleton width={210} />
          </CardRow>
        </Card>
      </PageSection>
      <MethodsSkeleton text={t('methods.text')} />
      <PageSection title={t('two-factor.title')} text={t('two-factor.text')}>
        <Card>
          <SettingRowSkeleton width={150} />
        </Card>
      </PageSection>
    </Page>
  );
}

/** Whether one-time codes sign in, which takes effect at once. */
function OneTimeCodeRow({ own }: { own: OwnAccount }) {
  const { t } = useMessages();
  const { connectionId, accountId, user, config, setup } = own;
  const isOn = user.otp_auth_enabled;
  const isOff = !config.magic_link_enabled;
  const readOnly = useSignInChangeReason(connectionId);
  const { blocked: removalReason } = useRemovalEffect('account', setup)({ kind: 'one-time-code' });
  const showFailure = useFailureToast();
  const { mutateAsync: update } = useUpdateMethods(connectionId, accountId);
  const action = useAction((on: boolean) => update({ otp_auth_enabled: on }).catch(showFailure));
  const hasAddress = setup?.emails.some(({ used_for_auth, is_verified }) => used_for_auth && is_verified) ?? true;
  const text = t(!hasAddress ? 'methods.otp.needs-email' : isOn ? 'methods.otp.text' : 'methods.otp.is-off');
  const kept = isOn ? removalReason : undefined;
  const reason = kept ?? (isOff && !isOn ? t('methods.off') : undefined);
  return (
    <SettingRow icon={MailCheck} name={t('method.otp')} state={isOff && isOn ? `${t('methods.off')} ${kept ?? ''}` : (reason ?? text)}>
      {(readOnly ?? reason) !== undefined && <Icon of={Lock} size={14} />}
      <ReasonedSwitch
        label={t('method.otp')}
        checked={action.pending?.[0] ?? isOn}
        busy={action.isPending}
        disabledReason={readOnly ?? reason}
        onChange={(next) => void action.run(next)}
      />
    </SettingRow>
  );
}

/** The impersonation that the account belongs to, and its refresh token, which the main process copies after a confirmation. */
function ImpersonationSection({ impersonation }: { impersonation: Impersonation }) {
  const { t, locale } = useMessages();
  const { id, startedAt, expiresAt, by, sessionId } = impersonation;
  const show = useToasts((state) => state.show);
  const showFailure = useFailureToast();
  const forbidden = useForbiddenReason('reveal');
  const copy = useAction(async () => {
    try {
      await api.impersonations.copyRefreshToken({ id });
      show({ tone: 'good', title: 'impersonation.token.copied', isNoChange: true });
    } catch (thrown) {
      showFailure(thrown);
    }
  });
  const action = (
    <Button
      icon={KeySquare}
      busy={copy.isPending}
      disabledReason={forbidden ?? (isElectron ? undefined : t('impersonation.token.needs-app'))}
      onClick={() => void copy.run()}
    >
      {t('impersonation.session.copy')}
    </Button>
  );
  const started = dateTime(startedAt, locale);
  return (
    <PageSection title={t('impersonation.section')} text={t('impersonation.section.text')} action={action}>
      <Card>
        <FactRow label={t('impersonation.started')}>
          <bdi>{by === null ? started : t('impersonation.started.by', { time: started, name: by })}</bdi>
        </FactRow>
        <FactRow label={t('impersonation.expires')}>{dateTime(expiresAt, locale)}</FactRow>
        {sessionId !== null && (
          <FactRow label={t('impersonation.session-id')}>
            <IdChip value={sessionId} />
          </FactRow>
        )}
      </Card>
    </PageSection>
  );
}
