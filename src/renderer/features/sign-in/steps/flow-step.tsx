import type { MessageKey } from '../../../../messages/translator';
import { BrowserStep } from './browser-step';
import { CodeStep } from './code-step';
import { EmailStep } from './email-step';
import { TotpStep } from './totp-step';
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
