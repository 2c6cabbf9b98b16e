import { Fingerprint } from 'lucide-react';
import type { SignInStep } from '../../../../contract/bridge/sign-in';
import type { ClientProject } from '../../../../contract/service/models/models';
import { api } from '../../../api';
import styles from '../../../blocks/sign-in-card/sign-in-card.module.css';
import { Providers } from './providers';
import { SignInMethodButton } from './sign-in-method-button';

interface BrowserSignInMethodsProps {
  connectionId: string;
  config: ClientProject['config'];
  /** The link's redirect target. */
  goTo: string | null;
  onStep: (step: SignInStep) => void;
}

/** The sign-in methods that use the browser: providers, then a passkey. */
export function BrowserSignInMethods({ connectionId, config, goTo, onStep }: BrowserSignInMethodsProps) {
  const { enabled_oauth_providers: providers, passkey_enabled: hasPasskeys } = config;
  const begin = () => api.signIn.withPasskey({ connectionId });
  return (
    <div className={styles.group}>
      {providers.length > 0 && <Providers connectionId={connectionId} providers={providers} goTo={goTo} onStep={onStep} />}
      {hasPasskeys && <SignInMethodButton icon={Fingerprint} label="sign-in.passkey" begin={begin} onStep={onStep} />}
    </div>
  );
}
