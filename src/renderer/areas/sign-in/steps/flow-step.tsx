import { MailPlus } from 'lucide-react';
import { useState } from 'react';
import type { SignInStep } from '#contract/bridge/sign-in.ts';
import type { ErrorReport } from '#contract/errors.ts';
import { api } from '#data/api.ts';
import { errorText } from '#lib/errors/error-text.ts';
import { codeLength } from '#lib/rules/one-time-code.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useSecondsUntil } from '#lib/use-seconds-until.ts';
import type { MessageKey } from '#messages/translator.ts';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/inputs/button.tsx';
import { CodeField } from '#ui/inputs/code-field.tsx';
import { FailureCallout } from '../card/failure-callout';
import { failurePosition, isSpentCode } from '../card/failure-position';
import { restartSandboxAfter } from '../card/restart-sandbox';
import { BrowserStep } from './browser-step';
import { PasteLink, useOpenLink } from './paste-link';
import styles from './steps.module.css';
import type { Flow, OpenStep } from './use-flow';

interface FlowStepProps {
  step: OpenStep;
  flow: Flow;
  connectionId: string;
  /** The label of the button that leaves; for flows that don't sign in, which have no other way. */
  leaveLabel?: MessageKey;
}

/** The card's content at a step of a flow. */
export function FlowStep({ step, flow, connectionId, leaveLabel = 'sign-in.other-way' }: FlowStepProps) {
  switch (step.step) {
    case 'totp':
      return <TotpStep step={step} flow={flow} leaveLabel={leaveLabel} />;
    case 'code-sent':
      return <CodeStep step={step} flow={flow} connectionId={connectionId} />;
    case 'mail-sent':
      return <EmailStep step={step} flow={flow} connectionId={connectionId} />;
    case 'browser':
      return <BrowserStep step={step} flow={flow} connectionId={connectionId} />;
  }
}

interface EmailStepProps {
  step: Extract<SignInStep, { step: 'mail-sent' }>;
  flow: Flow;
  connectionId: string;
}

/** An email was sent whose link continues. */
function EmailStep({ step, flow, connectionId }: EmailStepProps) {
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

interface TotpStepProps {
  step: Extract<SignInStep, { step: 'totp' }>;
  flow: Flow;
  leaveLabel: MessageKey;
}

/** The authentication code of an authenticator app. */
function TotpStep({ step: { flowId }, flow, leaveLabel }: TotpStepProps) {
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

interface CodeStepProps {
  step: Extract<SignInStep, { step: 'code-sent' }>;
  flow: Flow;
  connectionId: string;
}

/** The one-time code of an email, or its link. */
function CodeStep({ step, flow, connectionId }: CodeStepProps) {
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
      <ResendButton key={step.canResendAt} step={step} onStep={flow.take} isNeeded={entry.failure !== null && isSpentCode(entry.failure)} />
      <PasteLink connectionId={connectionId} />
      <div className={styles.foot}>
        <Button variant="plain" size="sm" onClick={flow.leave}>
          {t('sign-in.other-way')}
        </Button>
      </div>
    </div>
  );
}

interface ResendButtonProps {
  step: Extract<SignInStep, { canResendAt: number }>;
  onStep: (step: SignInStep) => void;
  /** Whether no earlier email can be used, so that there is nothing to wait for. */
  isNeeded?: boolean;
}

/** Sends the email again, once the service allows it. */
function ResendButton({ step, onStep, isNeeded = false }: ResendButtonProps) {
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

interface CodeEntry {
  readonly value: string;
  readonly busy: boolean;
  readonly refusals: number;
  /** The error of the code itself. */
  readonly error: string | undefined;
  /** Any other failure, shown above the field. */
  readonly failure: ErrorReport | null;
  readonly type: (value: string) => void;
  readonly submit: (code: string) => void;
  /** Submits the field again. */
  readonly retry: () => void;
}

/** Returns the state of a code field: a rejected code is cleared, any other failure keeps it. */
function useCodeEntry(send: (code: string) => Promise<SignInStep>, onStep: (step: SignInStep) => void): CodeEntry {
  const messages = useMessages();
  const [value, setValue] = useState('');
  const [refusals, setRefusals] = useState(0);
  const onFailure = ({ code }: ErrorReport) => {
    if (code !== 'known-error' && code !== 'bad-input') return;
    setValue('');
    setRefusals((count) => count + 1);
  };
  const { isPending, failure, run, reset } = useAction(async (code: string) => onStep(await send(code)), {
    recover: restartSandboxAfter,
    onFailure,
  });
  const place = failure && failurePosition(failure);
  return {
    value,
    busy: isPending,
    refusals,
    error: place?.at === 'code' && failure ? (place.text ? messages.t(place.text) : errorText(messages, failure).title) : undefined,
    failure: place?.at === 'code' ? null : failure,
    type(next) {
      setValue(next);
      if (next !== '') reset();
    },
    submit: (code) => void run(code),
    retry: () => (value.length === codeLength ? void run(value) : reset()),
  };
}
