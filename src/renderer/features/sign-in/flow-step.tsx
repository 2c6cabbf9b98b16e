import { BrowserStep } from './browser-step';
import { CodeStep } from './code-step';
import { MailStep } from './mail-step';
import { TotpStep } from './totp-step';
import type { Flow, OpenStep } from './use-flow';

/** The card's content at a step of a way in. */
export function FlowStep({ step, flow, connectionId }: { step: OpenStep; flow: Flow; connectionId: string }) {
  switch (step.step) {
    case 'totp':
      return <TotpStep step={step} flow={flow} />;
    case 'code-sent':
      return <CodeStep step={step} flow={flow} connectionId={connectionId} />;
    case 'mail-sent':
      return <MailStep step={step} flow={flow} connectionId={connectionId} />;
    case 'browser':
      return <BrowserStep step={step} flow={flow} />;
  }
}
