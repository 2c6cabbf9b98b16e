import { FlaskConical, RotateCw } from 'lucide-react';
import { useMessages } from '../../lib/use-messages';
import { useConnections } from '../../stores/connections';
import { useHasSandbox } from '../../stores/sandbox';
import { ErrorState } from '../../ui/feedback/error-state';
import { Button } from '../../ui/inputs/button';
import { ChoiceCard } from './choice-card';
import { useStartSandbox } from './use-start-sandbox';

/** The sandbox with one click. When it does not start, the card says why and what to do. */
export function SandboxCard() {
  const { t } = useMessages();
  const { busy, failure, start, startInternal } = useStartSandbox();
  const hasSandbox = useHasSandbox();
  const isConnected = useConnections().some(({ kind }) => kind === 'sandbox');
  return (
    <ChoiceCard icon={FlaskConical} title={t('first-run.sandbox.title')} text={t('first-run.sandbox.text')}>
      {failure === null ? (
        <Button variant="primary" busy={busy} onClick={start}>
          {t(hasSandbox ? 'first-run.sandbox.open' : 'first-run.sandbox.start')}
        </Button>
      ) : (
        <ErrorState
          report={failure}
          action={
            <Button ref={focus} icon={RotateCw} busy={busy} onClick={start}>
              {t('ui.retry')}
            </Button>
          }
        />
      )}
      {failure === null && isConnected && (
        <Button variant="plain" aria-label={t('first-run.internal.open')} onClick={startInternal}>
          {t('first-run.internal')}
        </Button>
      )}
    </ChoiceCard>
  );
}

/** Keeps the focus on the card when the failure replaces the button that was pressed. */
function focus(button: HTMLButtonElement | null): void {
  button?.focus();
}
