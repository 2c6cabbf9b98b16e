import type { LucideIcon } from 'lucide-react';
import { useState } from 'react';
import type { SignInStep } from '../../../../contract/bridge/sign-in';
import type { ErrorReport } from '../../../../contract/errors';
import type { MessageKey } from '../../../../messages/translator';
import { reportOf } from '../../../lib/errors/error-text';
import { useMessages } from '../../../lib/use-messages';
import { Button, type ButtonProps } from '../../../ui/inputs/button';
import { FailureCallout } from '../card/failure-callout';
import { retryAfter } from '../card/retry-after';
import styles from './sign-in-method-list.module.css';

interface SignInMethodButtonProps {
  label: MessageKey;
  icon: LucideIcon;
  variant?: ButtonProps['variant'];
  disabledReason?: ButtonProps['disabledReason'];
  begin: () => Promise<SignInStep>;
  onStep: (step: SignInStep) => void;
}

/** A way in that needs nothing typed. Why it failed is said below it. */
export function SignInMethodButton({ label, icon, variant = 'default', disabledReason, begin, onStep }: SignInMethodButtonProps) {
  const { t } = useMessages();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ErrorReport | null>(null);
  const enter = async (before: ErrorReport | null) => {
    setBusy(true);
    setFailure(null);
    try {
      onStep(await (before === null ? begin() : retryAfter(before, begin)));
    } catch (thrown) {
      setFailure(reportOf(thrown));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={styles.way}>
      <Button variant={variant} icon={icon} busy={busy} disabledReason={disabledReason} onClick={() => void enter(null)}>
        {t(label)}
      </Button>
      {failure !== null && <FailureCallout isWhole report={failure} onRetry={() => void enter(failure)} />}
    </div>
  );
}
