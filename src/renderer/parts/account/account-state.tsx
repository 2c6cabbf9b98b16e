import { LogIn, UserRound } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router';
import type { ErrorReport } from '#contract/errors.ts';
import { nextStepOf } from '#lib/errors/error-text.ts';
import { useMessages } from '#lib/use-messages.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { paths } from '#window/routes.ts';

interface SignedOutStateProps {
  connectionId: string;
  /** Whether there is an account whose session has ended. */
  ended: boolean;
}

/** The state of an account's screen while no account is signed in. */
export function SignedOutState({ connectionId, ended }: SignedOutStateProps) {
  const { t } = useMessages();
  const title = ended ? t('error.session-ended') : t('error.signed-out');
  const text = ended ? t('ui.signed-out.ended') : t('ui.signed-out.text');
  return <EmptyState icon={UserRound} title={title} text={text} action={<SignInButton connectionId={connectionId} />} />;
}

interface AccountErrorProps {
  connectionId: string;
  report: ErrorReport;
  onRetry: () => void;
  busy: boolean;
}

/** The state of an account's screen whose data can't be read. Offers to sign in if that would help. */
export function AccountError({ connectionId, report, onRetry, busy }: AccountErrorProps) {
  const action = nextStepOf(report.code) === 'sign-in' ? <SignInButton connectionId={connectionId} /> : undefined;
  return <ErrorState report={report} onRetry={onRetry} busy={busy} action={action} />;
}

/** Opens the sign-in card, which returns to the current screen. */
function SignInButton({ connectionId }: { connectionId: string }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (
    <Button variant="primary" icon={LogIn} onClick={() => void navigate(paths.signIn(connectionId, pathname))}>
      {t('ui.sign-in')}
    </Button>
  );
}
