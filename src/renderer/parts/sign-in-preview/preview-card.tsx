import { Fingerprint } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Connection } from '#contract/bridge/connections.ts';
import { cx } from '#lib/class-names.ts';
import { formatNames } from '#lib/intl/format.ts';
import { hasSignInMethod, type ProjectSignIn, providersThatAreOn } from '#lib/rules/project-sign-in.ts';
import { providerName } from '#lib/rules/sign-in-methods.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Callout } from '#ui/feedback/callout.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { CardHead, CardSurface } from '../card-frame';
import { PasswordRulesList } from '../new-password';
import { CardPasswordInput, EmailInput, ProviderList, signInParts } from '../sign-in-card';
import card from '../sign-in-card.module.css';
import styles from './preview.module.css';

interface PreviewCardProps {
  connection: Connection;
  projectName: string;
  signIn: ProjectSignIn;
  base: ProjectSignIn;
  mode: 'sign-in' | 'sign-up';
  theme: 'light' | 'dark';
  width: 'wide' | 'narrow';
}

/** A picture of the sign-in card, made of its parts. Nothing in it can be used, and it is read as one text. */
export function PreviewCard(props: PreviewCardProps) {
  const { connection, projectName, signIn, mode, theme, width } = props;
  const { t, locale } = useMessages();
  const methods = [
    ...providersThatAreOn(signIn).map(providerName),
    ...(signIn.passkey ? [t('method.passkey')] : []),
    ...(signIn.password ? [t('method.password')] : []),
    ...(signIn.code ? [t('method.otp')] : []),
  ];
  const label =
    methods.length === 0
      ? t('sign-in-methods.preview.empty')
      : t('sign-in-methods.preview.label', { methods: formatNames(methods, locale) });
  return (
    <div className={cx(styles.stage, theme)} role="img" aria-label={label}>
      <div className={cx(styles.content, width === 'narrow' && styles.narrow)} inert aria-hidden="true">
        <CardSurface>
          <CardHead
            title={t(mode === 'sign-in' ? 'sign-in.title' : 'sign-up.title', { project: projectName })}
            project={{ connection, name: projectName }}
          />
          {mode === 'sign-in' ? <SignIn {...props} /> : <SignUp {...props} />}
        </CardSurface>
      </div>
    </div>
  );
}

type PartsProps = Pick<PreviewCardProps, 'signIn' | 'base'>;

/** The part of the configuration that the card shows. */
function cardConfig(signIn: ProjectSignIn) {
  return {
    credential_enabled: signIn.password,
    magic_link_enabled: signIn.code,
    passkey_enabled: signIn.passkey,
    enabled_oauth_providers: providersThatAreOn(signIn).map((id) => ({ id })),
  };
}

function SignIn({ signIn, base }: PartsProps) {
  const { t } = useMessages();
  const { hasBrowserMethods, hasForm, hasBothForms, mode } = signInParts(cardConfig(signIn));
  return (
    <>
      {hasBrowserMethods && (
        <div className={card.group}>
          <Providers signIn={signIn} base={base} />
          {signIn.passkey && (
            <Part isChanged={!base.passkey} className={card.group}>
              <Button icon={Fingerprint}>{t('sign-in.passkey')}</Button>
            </Part>
          )}
        </div>
      )}
      {hasBrowserMethods && hasForm && <p className={card.or}>{t('sign-in.or')}</p>}
      {mode === 'password' && (
        <PasswordForm
          isChanged={!base.password}
          submit={t('sign-in.submit')}
          aside={<span className={styles.link}>{t('sign-in.forgot')}</span>}
        />
      )}
      {hasForm && mode === 'code' && <CodeForm isChanged={!base.code} />}
      {!hasForm && !hasBrowserMethods && <NoForm signIn={signIn} />}
      <div className={card.others}>
        {hasBothForms && (
          <Part isChanged={!base.code || !base.password} className={card.quiet}>
            {t('sign-in.code-instead')}
          </Part>
        )}
        {signIn.signUp && (
          <Part isChanged={!base.signUp} className={card.quiet}>
            {t('sign-up.instead')}
          </Part>
        )}
      </div>
    </>
  );
}

function SignUp({ signIn, base }: PartsProps) {
  const { t } = useMessages();
  const hasProviders = providersThatAreOn(signIn).length > 0;
  if (!signIn.signUp)
    return (
      <Part isChanged={base.signUp}>
        <Callout tone="warn" title={t('known.SIGN_UP_NOT_ENABLED')}>
          {t('sign-up.closed.next')}
        </Callout>
      </Part>
    );
  return (
    <>
      <Providers signIn={signIn} base={base} />
      {hasProviders && <p className={card.or}>{t('sign-in.or')}</p>}
      {signIn.password && <PasswordForm isChanged={!base.password} submit={t('sign-up.submit')} help={<PasswordRulesList password="" />} />}
      {!signIn.password && signIn.code && <CodeForm isChanged={!base.code} />}
      {!signIn.password && !signIn.code && <NoForm signIn={signIn} />}
      <div className={card.others}>
        <span className={card.quiet}>{t('sign-in.instead')}</span>
      </div>
    </>
  );
}

/** A part of the card, outlined if saving adds or changes it. */
function Part({ isChanged, className, children }: { isChanged: boolean; className?: string | undefined; children: ReactNode }) {
  return <div className={cx(className, isChanged && styles.changed)}>{children}</div>;
}

function Providers({ signIn, base }: PartsProps) {
  const { t } = useMessages();
  const [now, before] = [providersThatAreOn(signIn), providersThatAreOn(base)];
  if (now.length === 0) return null;
  return (
    <ProviderList
      providers={now.map((id) => ({ id }))}
      labelOf={(provider) => t('sign-in.provider', { provider })}
      classOf={(id) => (before.includes(id) ? undefined : styles.changed)}
    />
  );
}

interface PasswordFormProps {
  isChanged: boolean;
  submit: string;
  aside?: ReactNode;
  help?: ReactNode;
}

function PasswordForm({ isChanged, submit, aside, help }: PasswordFormProps) {
  return (
    <Part isChanged={isChanged} className={card.form}>
      <EmailInput readOnly autoComplete="off" />
      <CardPasswordInput readOnly autoComplete="off" aside={aside} help={help} />
      <Button variant="primary" className={card.submit}>
        {submit}
      </Button>
    </Part>
  );
}

function CodeForm({ isChanged }: { isChanged: boolean }) {
  const { t } = useMessages();
  return (
    <Part isChanged={isChanged} className={card.form}>
      <EmailInput readOnly autoComplete="off" />
      <Button variant="primary" className={card.submit}>
        {t('sign-in.send-code')}
      </Button>
    </Part>
  );
}

function NoForm({ signIn }: { signIn: ProjectSignIn }) {
  const { t } = useMessages();
  if (!hasSignInMethod(signIn)) return <Callout tone="neutral" title={t('sign-in-methods.none')} />;
  return (
    <Callout tone="neutral" title={t('sign-in.no-form')}>
      {t('sign-in.no-form.text')}
    </Callout>
  );
}
