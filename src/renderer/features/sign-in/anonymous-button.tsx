import { VenetianMask } from 'lucide-react';
import type { SignInStep } from '../../../contract/bridge/sign-in';
import { api } from '../../api';
import { useReadOnlyReason } from '../../stores/read-only';
import { WayButton } from './way-button';
import styles from './ways.module.css';

/** Signs up without a name. The service may still refuse it: the project's configuration does not say. */
export function AnonymousButton({ connectionId, onStep }: { connectionId: string; onStep: (step: SignInStep) => void }) {
  const readOnly = useReadOnlyReason(connectionId);
  const begin = () => api.signIn.anonymous({ connectionId });
  return (
    <div className={styles.anonymous}>
      <WayButton variant="plain" icon={VenetianMask} label="sign-in.anonymous" begin={begin} onStep={onStep} disabledReason={readOnly} />
    </div>
  );
}
