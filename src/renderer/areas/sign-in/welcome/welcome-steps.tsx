import { CircleCheck, CircleDashed } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { ClientProject, ClientUser } from '#contract/service/models/user-models.ts';
import { useSendVerification } from '#data/own-user.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { now } from '#lib/now.ts';
import { signInMethods } from '#lib/rules/sign-in-methods.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useSecondsUntil } from '#lib/use-seconds-until.ts';
import { Icon } from '#ui/data/icon.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/inputs/button.tsx';
import { paths } from '#window/routes.ts';
import { FailureCallout } from '../card/failure-callout';
import styles from './welcome.module.css';

/** What a new user may still do: enter a name, verify the email address, add a second sign-in method. */
export type MissingStep = 'name' | 'verification' | 'method';

type Config = Pick<ClientProject['config'], 'passkey_enabled' | 'enabled_oauth_providers'>;

/** Returns the steps that a user has not done and that Latchkey offers in the project, in the order in which they are shown. */
export function missingSteps(user: ClientUser, config: Config): MissingStep[] {
  const steps: readonly (readonly [boolean, MissingStep])[] = [
    [(user.display_name ?? '').trim() === '', 'name'],
    [user.primary_email !== null && !user.primary_email_verified, 'verification'],
    [countMethods(user) < 2 && (canAddPasskey(user, config) || canConnectProvider(user, config)), 'method'],
  ];
  return steps.filter(([isMissing]) => isMissing).map(([, step]) => step);
}

function canAddPasskey({ passkey_auth_enabled }: ClientUser, { passkey_enabled }: Config): boolean {
  return passkey_enabled && !passkey_auth_enabled;
}

/** Whether the project has a provider that the user has not connected. */
function canConnectProvider({ oauth_providers }: ClientUser, { enabled_oauth_providers }: Config): boolean {
  return enabled_oauth_providers.some(({ id }) => oauth_providers.every((connected) => connected.id !== id));
}

function countMethods(user: ClientUser): number {
  return signInMethods({ ...user, requires_totp_mfa: false, is_anonymous: false }).length;
}

interface StepProps {
  title: string;
  text: string;
  isDone: boolean;
  children: ReactNode;
}

/** Something that can be added to the profile; done, it says so. */
function Step({ title, text, isDone, children }: StepProps) {
  return (
    <section className={styles.step}>
      <Icon of={isDone ? CircleCheck : CircleDashed} className={isDone ? styles.done : styles.open} />
      <div className={styles.words}>
        <h2 className={styles.title}>{title}</h2>
        {!isDone && <p className={styles.text}>{text}</p>}
        {!isDone && <div className={styles.actions}>{children}</div>}
      </div>
    </section>
  );
}

interface VerificationStepProps {
  user: ClientUser;
  connectionId: string;
  accountId: string;
  isDone: boolean;
}

/** Milliseconds between two emails; the first takes its time. */
const resendPauseMillis = 30_000;

export function VerificationStep({ user, connectionId, accountId, isDone }: VerificationStepProps) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const { mutate, isPending, error } = useSendVerification(connectionId, accountId);
  const [canSendAt, setCanSendAt] = useState(0);
  const seconds = useSecondsUntil(canSendAt);
  const email = user.primary_email ?? '';
  const send = () =>
    mutate(undefined, {
      onSuccess: () => {
        setCanSendAt(now() + resendPauseMillis);
        show({ tone: 'good', title: ({ t }) => t('welcome.verify.sent', { email }) });
      },
    });
  return (
    <Step title={t(isDone ? 'welcome.verify.done' : 'welcome.verify')} text={t('welcome.verify.text', { email })} isDone={isDone}>
      {error !== null && <FailureCallout isWhole isSignedIn report={reportOf(error)} onRetry={send} />}
      <Button size="sm" busy={isPending} disabledReason={seconds > 0 ? t('sign-in.resend.early') : undefined} onClick={send}>
        {t('welcome.verify.send')}
      </Button>
    </Step>
  );
}

interface MethodStepProps {
  user: ClientUser;
  config: ClientProject['config'];
  connectionId: string;
  isDone: boolean;
}

export function MethodStep({ user, config, connectionId, isDone }: MethodStepProps) {
  const { t } = useMessages();
  const { pathname, search } = useLocation();
  const here = pathname + search;
  return (
    <Step title={t(isDone ? 'welcome.method.done' : 'welcome.method')} text={t('welcome.method.text')} isDone={isDone}>
      {canAddPasskey(user, config) && <Link to={paths.passkey(connectionId, here)}>{t('profile.passkey.make')}</Link>}
      {canConnectProvider(user, config) && <Link to={paths.linkProvider(connectionId, here)}>{t('welcome.method.connect')}</Link>}
    </Step>
  );
}
