import { useNavigate } from 'react-router';
import type { LinkKind } from '#contract/bridge/links.ts';
import type { ErrorReport } from '#contract/errors.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { MessageKey } from '#messages/translator.ts';
import { Button } from '#ui/inputs/button.tsx';
import { paths } from '#window/routes.ts';
import { FailureCallout } from '../card/failure-callout';
import type { Decision } from './use-decision';

interface Remedy {
  readonly label: MessageKey;
  readonly path: (connectionId: string) => string;
}

const remedies: Readonly<Partial<Record<LinkKind, Remedy>>> = {
  'oauth-callback': { label: 'sign-in.start-again', path: paths.signIn },
  'magic-link': { label: 'link.remedy.magic-link', path: paths.signIn },
  'password-reset': { label: 'link.remedy.password-reset', path: paths.forgotPassword },
  'email-verification': { label: 'link.remedy.email-verification', path: paths.profile },
};

/** The service calls what a link contains a code, which the user never saw. */
const titles: Readonly<Partial<Record<string, MessageKey>>> = {
  VERIFICATION_CODE_ALREADY_USED: 'link.spent.used',
  VERIFICATION_CODE_EXPIRED: 'link.spent.expired',
  VERIFICATION_CODE_NOT_FOUND: 'link.spent.unknown',
};

interface LinkFailureProps {
  report: ErrorReport;
  kind: LinkKind;
  connectionId: string;
  decision: Pick<Decision, 'retry' | 'dismiss' | 'leaveFor'>;
}

/** Why a link couldn't be used, and how to get another one if it is expired. */
export function LinkFailure({ report, kind, connectionId, decision }: LinkFailureProps) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const remedy = remedies[kind];
  const isSpent = isSpentLink(report);
  // A code that the service doesn't know may be another connection's, so its link stays.
  const leaveFor =
    report.known === 'VERIFICATION_CODE_NOT_FOUND' ? (path: string) => void navigate(path, { replace: true }) : decision.leaveFor;
  const action = isSpent && remedy && (
    <Button size="sm" onClick={() => leaveFor(remedy.path(connectionId))}>
      {t(remedy.label)}
    </Button>
  );
  const close = isSpent && !remedy && (
    <Button size="sm" onClick={decision.dismiss}>
      {t('ui.close')}
    </Button>
  );
  const next = isSpent ? spentText(kind) : undefined;
  const title = titles[report.known ?? ''];
  return (
    <FailureCallout isWhole report={report} onRetry={decision.retry} action={action || close || undefined} title={title} next={next} />
  );
}

/** Whether the link can no longer be used. */
function isSpentLink({ code, known }: ErrorReport): boolean {
  return code === 'link-gone' || code === 'login-code-spent' || (known ?? '').startsWith('VERIFICATION_CODE_');
}

function spentText(kind: LinkKind): MessageKey {
  if (kind === 'team-invitation') return 'link.spent.team-invitation';
  if (kind === 'cli-auth-confirm') return 'link.spent.cli-auth-confirm';
  // The button beside it says how to get a new one.
  return kind === 'magic-link' || kind === 'password-reset' ? 'link.spent.once' : 'next.new-link';
}
