import { MailPlus } from 'lucide-react';
import type { SignInStep } from '../../../../contract/bridge/sign-in';
import { api } from '../../../api';
import { useAction } from '../../../lib/use-action';
import { useMessages } from '../../../lib/use-messages';
import { useSecondsUntil } from '../../../lib/use-seconds-until';
import { useToasts } from '../../../ui/feedback/toasts';
import { Button } from '../../../ui/inputs/button';
import { FailureCallout } from '../card/failure-callout';
import styles from './steps.module.css';

interface ResendButtonProps {
  step: Extract<SignInStep, { canResendAt: number }>;
  onStep: (step: SignInStep) => void;
  /** Whether no earlier email can be used, so that there is nothing to wait for. */
  isNeeded?: boolean;
}

/** Sends the email again, once the service allows it. */
export function ResendButton({ step, onStep, isNeeded = false }: ResendButtonProps) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const left = useSecondsUntil(step.canResendAt);
  const { isPending, failure, run } = useAction(async () => {
    onStep(await api.signIn.resend({ flowId: step.flowId }));
    show({ tone: 'good', title: ({ t }) => t('sign-in.resent', { email: step.email }) });
  });
  const waits = left > 0 && !isNeeded;
  return (
    <>
      {failure !== null && <FailureCallout report={failure} onRetry={() => void run()} />}
      <Button
        className={styles.wide}
        variant={isNeeded ? 'primary' : 'default'}
        icon={MailPlus}
        busy={isPending}
        disabledReason={waits ? t('sign-in.resend.early') : undefined}
        onClick={() => void run()}
      >
        {waits ? t('sign-in.resend.in', { seconds: left }) : t('sign-in.resend')}
      </Button>
    </>
  );
}
