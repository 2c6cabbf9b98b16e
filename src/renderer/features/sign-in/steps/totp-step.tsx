import type { SignInStep } from '../../../../contract/bridge/sign-in';
import type { MessageKey } from '../../../../messages/translator';
import { api } from '../../../api';
import { useMessages } from '../../../lib/use-messages';
import { Button } from '../../../ui/inputs/button';
import { CodeField } from '../../../ui/inputs/code-field';
import { FailureCallout } from '../card/failure-callout';
import styles from './steps.module.css';
import { useCodeEntry } from './use-code-entry';
import type { Flow } from './use-flow';

interface TotpStepProps {
  step: Extract<SignInStep, { step: 'totp' }>;
  flow: Flow;
  leaveLabel: MessageKey;
}

/** The authentication code of an authenticator app. */
export function TotpStep({ step: { flowId }, flow, leaveLabel }: TotpStepProps) {
  const { t } = useMessages();
  const entry = useCodeEntry((totp) => api.signIn.submitTotp({ flowId, totp }), flow.take);
  const { failure } = entry;
  const again = (
    <Button size="sm" onClick={flow.leave}>
      {t('sign-in.start-again')}
    </Button>
  );
  return (
    <div className={styles.step}>
      {failure !== null && <FailureCallout report={failure} onRetry={entry.retry} action={isOver(failure.code) ? again : undefined} />}
      <CodeField
        label={t('sign-in.totp')}
        help={t('sign-in.totp.help')}
        alphabet="digits"
        value={entry.value}
        refusals={entry.refusals}
        error={entry.error}
        busy={entry.busy}
        onValueChange={entry.type}
        onComplete={entry.submit}
      />
      <div className={styles.foot}>
        <Button variant="plain" size="sm" onClick={flow.leave}>
          {t(leaveLabel)}
        </Button>
      </div>
    </div>
  );
}

/** The service takes one attempt for a few minutes only. */
function isOver(code: string): boolean {
  return code === 'flow-over' || code === 'known-error';
}
