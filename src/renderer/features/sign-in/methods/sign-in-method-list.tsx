import { Link } from 'react-router';
import type { Connection } from '../../../../contract/bridge/connections';
import type { ClientProject } from '../../../../contract/service/models/models';
import { EmailLinkTarget } from '../../../blocks/callback/email-link-target';
import card from '../../../blocks/sign-in-card/sign-in-card.module.css';
import { signInParts } from '../../../blocks/sign-in-card/sign-in-parts';
import { useMessages } from '../../../lib/use-messages';
import { Callout } from '../../../ui/feedback/callout';
import type { Credentials, CredentialsForm as State } from '../credentials/credentials';
import { CredentialsForm } from '../credentials/credentials-form';
import { SiteLink } from '../site/site-link';
import { PasteLink } from '../steps/paste-link';
import type { Flow } from '../steps/use-flow';
import type { SignInNavigation } from '../targets/use-sign-in-navigation';
import { AnonymousButton } from './anonymous-button';
import { BrowserSignInMethods } from './browser-sign-in-methods';
import { DemoAccounts } from './demo-accounts';
import styles from './sign-in-method-list.module.css';
import { SignedInHere } from './signed-in-here';

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
      <OtherMethods connectionId={connection.id} config={config} way={way} state={state} mode={mode} onModeChange={onModeChange} />
      <AnonymousButton connection={connection} onStep={flow.take} />
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
    <div className={styles.none}>
      <Callout tone="neutral" title={t('sign-in.no-form')}>
        {t('sign-in.no-form.text')}
      </Callout>
      <PasteLink connectionId={connectionId} />
    </div>
  );
}

interface OtherMethodsProps extends Pick<SignInMethodListProps, 'config' | 'way' | 'state' | 'mode' | 'onModeChange'> {
  connectionId: string;
}

function OtherMethods({ connectionId, config, way, state, mode, onModeChange }: OtherMethodsProps) {
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
      <SiteLink connectionId={connectionId} email={email} goTo={way.goTo} />
    </div>
  );
}
