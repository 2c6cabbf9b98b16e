import type { SignInStep } from '../../../../contract/bridge/sign-in';
import { useMessages } from '../../../lib/use-messages';
import { Button } from '../../../ui/inputs/button';
import { PasteLink } from './paste-link';
import { ResendButton } from './resend-button';
import styles from './steps.module.css';
import type { Flow } from './use-flow';

interface EmailStepProps {
  step: Extract<SignInStep, { step: 'mail-sent' }>;
  flow: Flow;
  connectionId: string;
}

/** An email was sent whose link continues. */
export function EmailStep({ step, flow, connectionId }: EmailStepProps) {
  const { t } = useMessages();
  return (
    <div className={styles.step}>
      <p className={styles.text} role="status">
        {t('sign-in.mail.sent', { email: step.email })}
      </p>
      <ResendButton key={step.canResendAt} step={step} onStep={flow.take} />
      <PasteLink connectionId={connectionId} initiallyOpen />
      <div className={styles.foot}>
        <Button variant="plain" size="sm" onClick={flow.leave}>
          {t('sign-in.other-address')}
        </Button>
      </div>
    </div>
  );
}
