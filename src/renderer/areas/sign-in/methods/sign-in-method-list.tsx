import { useQueryClient } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { Link } from 'react-router';
import type { Account } from '#contract/bridge/accounts.ts';
import type { Connection } from '#contract/bridge/connections.ts';
import type { SignInStep } from '#contract/bridge/sign-in.ts';
import type { ClientProject } from '#contract/service/models/user-models.ts';
import { api } from '#data/api.ts';
import { useAccountsOf, useTopic } from '#data/topics.ts';
import { useAccountName } from '#lib/rules/names.ts';
import { useAction } from '#lib/use-action.ts';
import { useFailureToast } from '#lib/use-failure-toast.ts';
import { useMessages } from '#lib/use-messages.ts';
import { EmailLinkTarget } from '#parts/email-link-target.tsx';
import card from '#parts/sign-in-card.module.css';
import { signInParts } from '#parts/sign-in-card.tsx';
import { Avatar } from '#ui/data/avatar.tsx';
import { Badge } from '#ui/data/badge.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { TitledSection } from '#ui/layout/titled-section.tsx';
import { PasteLink } from '../steps/paste-link';
import type { Flow } from '../steps/use-flow';
import type { SignInNavigation } from '../use-sign-in-navigation';
import type { Credentials, CredentialsForm as State } from './credentials';
import { CredentialsForm } from './credentials-form';
import styles from './demo-accounts.module.css';
import { Providers } from './providers';
import { AnonymousButton, SignInMethodButton } from './sign-in-method-button';
import signInMethodListStyles from './sign-in-method-list.module.css';
import { SiteLink } from './site-callback';

/** The sandbox's demonstration accounts, each filled in with one click. */
function DemoAccounts({ onPick }: { onPick: (account: Credentials) => void }) {
  const { t } = useMessages();
  const sandbox = useTopic('sandbox.state');
  if (sandbox.state !== 'running' || sandbox.demoAccounts.length === 0) return null;
  return (
    <TitledSection title={t('sign-in.demo')} divided>
      <ul className={styles.list}>
        {sandbox.demoAccounts.map((account) => (
          <li key={account.email}>
            <Button
              size="sm"
              className={styles.account}
              aria-label={t('sign-in.demo.fill', { email: account.email })}
              title={account.email}
              onClick={() => onPick(account)}
            >
              {account.email.split('@')[0]}
            </Button>
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}

interface SignInMethodListProps {
  connection: Connection;
  config: ClientProject['config'];
  way: SignInNavigation;
  flow: Flow;
  state: State;
  mode: 'password' | 'code';
  onModeChange: (mode: 'password' | 'code') => void;
}

/** Every sign-in method that the project allows, always in the same order. */
export function SignInMethodList({ connection, config, way, flow, state, mode, onModeChange }: SignInMethodListProps) {
  const { t } = useMessages();
  const { setValue, clearErrors, setFocus } = state.form;
  const fill = ({ email, password }: Credentials) => {
    onModeChange('password');
    setValue('email', email);
    setValue('password', password);
    clearErrors();
    setFocus('password');
  };
  const { hasBrowserMethods, hasForm } = signInParts(config);
  return (
    <>
      {hasBrowserMethods && <BrowserSignInMethods connectionId={connection.id} config={config} goTo={way.goTo} onStep={flow.take} />}
      {hasBrowserMethods && hasForm && <p className={card.or}>{t('sign-in.or')}</p>}
      {hasForm && <AddressForm connectionId={connection.id} way={way} state={state} mode={mode} />}
      {!hasForm && !hasBrowserMethods && <NoForm connectionId={connection.id} />}
      <OtherMethods config={config} way={way} state={state} mode={mode} onModeChange={onModeChange} />
      <div className={card.rare}>
        <SiteLink connectionId={connection.id} email={state.form.watch('email')} goTo={way.goTo} />
        <AnonymousButton connection={connection} onStep={flow.take} />
      </div>
      <SignedInHere connectionId={connection.id} onUse={way.finish} />
      {connection.kind === 'sandbox' && config.credential_enabled && <DemoAccounts onPick={fill} />}
    </>
  );
}

function AddressForm({ connectionId, way, state, mode }: Pick<SignInMethodListProps, 'way' | 'state' | 'mode'> & { connectionId: string }) {
  const { t } = useMessages();
  const email = state.form.watch('email');
  if (mode === 'code') {
    return (
      <CredentialsForm key={mode} state={state} submitLabel="sign-in.send-code" autoComplete={null}>
        <EmailLinkTarget connectionId={connectionId} purpose="magic-link-callback" />
      </CredentialsForm>
    );
  }
  return (
    <CredentialsForm
      key={mode}
      state={state}
      submitLabel="sign-in.submit"
      autoComplete="current-password"
      passwordAside={
        <Link to={way.forgotPassword} state={{ email, goTo: way.goTo }}>
          {t('sign-in.forgot')}
        </Link>
      }
    />
  );
}

/** For projects without passwords and one-time codes. */
function NoForm({ connectionId }: { connectionId: string }) {
  const { t } = useMessages();
  return (
    <div className={signInMethodListStyles.none}>
      <Callout tone="neutral" title={t('sign-in.no-form')}>
        {t('sign-in.no-form.text')}
      </Callout>
      <PasteLink connectionId={connectionId} />
    </div>
  );
}

type OtherMethodsProps = Pick<SignInMethodListProps, 'config' | 'way' | 'state' | 'mode' | 'onModeChange'>;

function OtherMethods({ config, way, state, mode, onModeChange }: OtherMethodsProps) {
  const { t } = useMessages();
  const email = state.form.watch('email');
  const { hasBothForms } = signInParts(config);
  const other = mode === 'password' ? 'code' : 'password';
  return (
    <div className={card.others}>
      {hasBothForms && (
        <button type="button" className={card.quiet} onClick={() => onModeChange(other)}>
          {t(other === 'code' ? 'sign-in.code-instead' : 'sign-in.password-instead')}
        </button>
      )}
      {config.sign_up_enabled && (
        <Link className={card.quiet} to={way.signUp} state={{ email, goTo: way.goTo }}>
          {t('sign-up.instead')}
        </Link>
      )}
    </div>
  );
}

interface BrowserSignInMethodsProps {
  connectionId: string;
  config: ClientProject['config'];
  /** The link's redirect target. */
  goTo: string | null;
  onStep: (step: SignInStep) => void;
}

/** The sign-in methods that use the browser: providers, then a passkey. */
function BrowserSignInMethods({ connectionId, config, goTo, onStep }: BrowserSignInMethodsProps) {
  const { enabled_oauth_providers: providers, passkey_enabled: hasPasskeys } = config;
  const begin = () => api.signIn.withPasskey({ connectionId });
  return (
    <div className={card.group}>
      {providers.length > 0 && <Providers connectionId={connectionId} providers={providers} goTo={goTo} onStep={onStep} />}
      {hasPasskeys && <SignInMethodButton icon={Fingerprint} label="sign-in.passkey" begin={begin} onStep={onStep} />}
    </div>
  );
}

/** Who is signed in already: one click instead of signing in once more. */
function SignedInHere({ connectionId, onUse }: { connectionId: string; onUse: () => void }) {
  const { t } = useMessages();
  // Impersonations are opened by their tiles: the card may return to a screen that is hidden while impersonating.
  const accounts = useAccountsOf(connectionId).filter(({ state, impersonationId }) => state !== 'invalid' && impersonationId === undefined);
  if (accounts.length === 0) return null;
  return (
    <TitledSection title={t('sign-in.here')} divided>
      <ul className={signInMethodListStyles.accounts}>
        {accounts.map((account) => (
          <li key={account.id}>
            <AccountButton account={account} onUse={onUse} />
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}

function AccountButton({ account, onUse }: { account: Account; onUse: () => void }) {
  const { t } = useMessages();
  const name = useAccountName()(account);
  const { busy, use } = useSwitchAccount(account, onUse);
  return (
    <Button
      variant="plain"
      className={signInMethodListStyles.account}
      busy={busy}
      onClick={use}
      aria-label={t('sign-in.here.continue', { name })}
    >
      <Avatar id={account.userId} name={account.displayName} email={account.primaryEmail} />
      <span>{name}</span>
      {account.state === 'anonymous' && <Badge>{t('shell.account.anonymous')}</Badge>}
    </Button>
  );
}

/** Returns an action that makes an account its connection's current account and calls `onUse`. */
function useSwitchAccount({ id, current }: Account, onUse: () => void): { busy: boolean; use: () => void } {
  const client = useQueryClient();
  const task = async () => {
    if (!current) await api.accounts.use({ accountId: id });
    await client.invalidateQueries();
    onUse();
  };
  const { isPending, run } = useAction(task, { onFailure: useFailureToast() });
  return { busy: isPending, use: () => void run() };
}
