import { MailPlus } from 'lucide-react';
import { useState } from 'react';
import type { SignInStep } from '../../../../contract/bridge/sign-in';
import type { ErrorReport } from '../../../../contract/errors';
import { api } from '../../../api';
import { reportOf } from '../../../lib/errors/error-text';
import { useMessages } from '../../../lib/use-messages';
import { useSecondsUntil } from '../../../lib/use-seconds-until';
import { useToasts } from '../../../ui/feedback/toasts';
import { Button } from '../../../ui/inputs/button';
import { FailureCallout } from '../card/failure-callout';
import styles from './steps.module.css';

interface ResendButtonProps {
  step: Extract<SignInStep, { canResendAt: number }>;
  onStep: (step: SignInStep) => void;
  /** Nothing that was mailed can be used any more: there is nothing to wait for. */
  isNeeded?: boolean;
}

/** Mails once more, as soon as that helps anybody. */
export function ResendButton({ step, onStep, isNeeded = false }: ResendButtonProps) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const left = useSecondsUntil(step.canResendAt);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ErrorReport | null>(null);
  const resend = async () => {
    setBusy(true);
    setFailure(null);
    try {
      onStep(await api.signIn.resend({ flowId: step.flowId }));
      show({ tone: 'good', title: t('sign-in.resent', { email: step.email }) });
    } catch (thrown) {
      setFailure(reportOf(thrown));
      setBusy(false);
    }
  };
  const waits = left > 0 && !isNeeded;
  return (
    <>
      {failure !== null && <FailureCallout report={failure} onRetry={() => void resend()} />}
      <Button
        className={styles.wide}
        variant={isNeeded ? 'primary' : 'default'}
        icon={MailPlus}
        busy={busy}
        disabledReason={waits ? t('sign-in.resend.early') : undefined}
        onClick={() => void resend()}
      >
        {waits ? t('sign-in.resend.in', { seconds: left }) : t('sign-in.resend')}
      </Button>
    </>
  );
}
