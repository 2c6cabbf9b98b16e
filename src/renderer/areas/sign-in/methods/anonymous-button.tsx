import { VenetianMask } from 'lucide-react';
import type { Connection } from '#contract/bridge/connections.ts';
import type { SignInStep } from '#contract/bridge/sign-in.ts';
import { api } from '#data/api.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { mayHaveAnonymousUsers } from '../anonymous-sign-up';
import { SignInMethodButton } from './sign-in-method-button';
import styles from './sign-in-method-list.module.css';

/** Signs up an anonymous user, where the project may have any. The service may still refuse: the configuration doesn’t say. */
export function AnonymousButton({ connection, onStep }: { connection: Connection; onStep: (step: SignInStep) => void }) {
  const { id: connectionId } = connection;
  const readOnly = useReadOnlyReason(connectionId);
  if (!mayHaveAnonymousUsers(connection)) return null;
  const begin = () => api.signIn.anonymous({ connectionId });
  return (
    <div className={styles.anonymous}>
      <SignInMethodButton
        isSmall
        variant="plain"
        icon={VenetianMask}
        label="sign-in.anonymous"
        begin={begin}
        onStep={onStep}
        disabledReason={readOnly}
      />
    </div>
  );
}
