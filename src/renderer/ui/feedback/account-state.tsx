import { LogIn, RotateCw, UserRound } from 'lucide-react';
import type { ErrorReport } from '../../../contract/errors';
import { errorText } from '../../lib/errors/error-text';
import { nextStepOf } from '../../lib/errors/next-step';
import { useMessages } from '../../lib/use-messages';
import { Button } from '../inputs/button';
import { Callout } from './callout';
import { EmptyState } from './empty-state';
import { ErrorState } from './error-state';

interface SignedOutStateProps {
  /** There was someone, but the session has ended. */
  ended: boolean;
  onSignIn: () => void;
}

/** What an account's screen shows while nobody is signed in. */
export function SignedOutState({ ended, onSignIn }: SignedOutStateProps) {
  const { t } = useMessages();
  const title = ended ? t('error.session-ended') : t('error.signed-out');
  const text = ended ? t('ui.signed-out.ended') : t('ui.signed-out.text');
  return <EmptyState icon={UserRound} title={title} text={text} action={<SignInButton onSignIn={onSignIn} />} />;
}

interface AccountErrorProps {
  report: ErrorReport;
  onRetry: () => void;
  busy: boolean;
  onSignIn: () => void;
}

/** What an account's screen shows when its data could not be read; signing in is offered where that would help. */
export function AccountError({ report, onRetry, busy, onSignIn }: AccountErrorProps) {
  const action = nextStepOf(report.code) === 'sign-in' ? <SignInButton onSignIn={onSignIn} /> : undefined;
  return <ErrorState report={report} onRetry={onRetry} busy={busy} action={action} />;
}

/** Above data that could not be read again: it may be out of date. */
export function OutdatedCallout({ report, onRetry, busy }: Omit<AccountErrorProps, 'onSignIn'>) {
  const messages = useMessages();
  const { t } = messages;
  const { title, next } = errorText(messages, report);
  const action = (
    <Button size="sm" icon={RotateCw} onClick={onRetry} busy={busy}>
      {t('ui.retry')}
    </Button>
  );
  return (
    <Callout tone="bad" title={title} action={action}>
      {t('ui.outdated', { next })}
    </Callout>
  );
}

function SignInButton({ onSignIn }: { onSignIn: () => void }) {
  const { t } = useMessages();
  return (
    <Button variant="primary" icon={LogIn} onClick={onSignIn}>
      {t('ui.sign-in')}
    </Button>
  );
}
