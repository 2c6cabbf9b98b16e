import { VenetianMask } from 'lucide-react';
import { useState } from 'react';
import type { SignInStep } from '../../../contract/bridge/sign-in';
import type { ErrorReport } from '../../../contract/errors';
import { api } from '../../api';
import { reportOf } from '../../lib/error-text';
import { useMessages } from '../../lib/use-messages';
import { Button } from '../../ui/button';
import { FailureCallout } from './failure-callout';
import { tryAgain } from './try-again';
import styles from './ways.module.css';

/** Goes in without a name. Whether the project allows it is found out by trying: its configuration does not say. */
export function AnonymousButton({ connectionId, onStep }: { connectionId: string; onStep: (step: SignInStep) => void }) {
  const { t } = useMessages();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ErrorReport | null>(null);
  const begin = () => api.signIn.anonymous({ connectionId });
  const enter = async (before: ErrorReport | null) => {
    setBusy(true);
    setFailure(null);
    try {
      onStep(await (before === null ? begin() : tryAgain(before, begin)));
    } catch (thrown) {
      setFailure(reportOf(thrown));
      setBusy(false);
    }
  };
  return (
    <div className={styles.anonymous}>
      <Button variant="plain" icon={VenetianMask} busy={busy} onClick={() => void enter(null)}>
        {t('sign-in.anonymous')}
      </Button>
      {failure !== null && <FailureCallout report={failure} onRetry={() => void enter(failure)} />}
    </div>
  );
}
