import { useState } from 'react';
import type { SignInStep } from '../../../../contract/bridge/sign-in';
import { api } from '../../../api';
import { useMessages } from '../../../lib/use-messages';
import { Button } from '../../../ui/inputs/button';
import { CodeField } from '../../../ui/inputs/code-field';
import { FailureCallout } from '../card/failure-callout';
import { PasteLink } from './paste-link';
import { ResendButton } from './resend-button';
import styles from './steps.module.css';
import { useCodeEntry } from './use-code-entry';
import type { Flow } from './use-flow';
import { useOpenLink } from './use-open-link';

interface CodeStepProps {
  step: Extract<SignInStep, { step: 'code-sent' }>;
  flow: Flow;
  connectionId: string;
}

/** The one-time code of an email, or its link. */
export function CodeStep({ step, flow, connectionId }: CodeStepProps) {
  const { t } = useMessages();
  const { flowId, email } = step;
  const entry = useCodeEntry((code) => api.signIn.submitCode({ flowId, code }), flow.take);
  const [pasted, setPasted] = useState<string | null>(null);
  const link = useOpenLink(connectionId);
  const paste = (text: string) => {
    if (text.includes('://')) link.open(text);
    setPasted(text);
  };
  return (
    <div className={styles.step}>
      <p className={styles.text}>{t('sign-in.code.sent', { email })}</p>
      {entry.failure !== null && <FailureCallout report={entry.failure} onRetry={entry.retry} />}
      <CodeField
        label={t('sign-in.code')}
        alphabet="letters-and-digits"
        value={entry.value}
        refusals={entry.refusals}
        error={entry.error ?? (pasted !== null && entry.value === '' ? (link.error ?? t('sign-in.code.invalid')) : undefined)}
        busy={entry.busy || link.busy}
        onValueChange={(value) => {
          setPasted(null);
          entry.type(value);
        }}
        onComplete={entry.submit}
        onOtherPaste={paste}
      />
      <ResendButton key={step.canResendAt} step={step} onStep={flow.take} isNeeded={entry.failure !== null} />
      <PasteLink connectionId={connectionId} />
      <div className={styles.foot}>
        <Button variant="plain" size="sm" onClick={flow.leave}>
          {t('sign-in.other-way')}
        </Button>
      </div>
    </div>
  );
}
