import type { LucideIcon } from 'lucide-react';
import type { SignInStep } from '#contract/bridge/sign-in.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { MessageKey } from '#messages/translator.ts';
import { Button, type ButtonProps } from '#ui/inputs/button.tsx';
import { FailureCallout } from '../card/failure-callout';
import { recoverFrom } from '../card/recover-from';
import styles from './sign-in-method-list.module.css';

interface SignInMethodButtonProps {
  label: MessageKey;
  icon: LucideIcon;
  variant?: ButtonProps['variant'];
  disabledReason?: ButtonProps['disabledReason'];
  /** For one that few use: without its icon. */
  isSmall?: boolean;
  begin: () => Promise<SignInStep>;
  onStep: (step: SignInStep) => void;
}

/** A sign-in method that starts with one click. A failure is shown below it. */
export function SignInMethodButton(props: SignInMethodButtonProps) {
  const { label, icon, variant = 'default', disabledReason, isSmall = false, begin, onStep } = props;
  const { t } = useMessages();
  const { isPending, failure, run, retry } = useAction(async () => onStep(await begin()), { recover: recoverFrom });
  return (
    <div className={styles.way}>
      <Button
        size={isSmall ? 'sm' : 'md'}
        variant={variant}
        {...(isSmall ? {} : { icon })}
        busy={isPending}
        disabledReason={disabledReason}
        onClick={() => void run()}
      >
        {t(label)}
      </Button>
      {failure !== null && <FailureCallout isWhole report={failure} onRetry={() => void retry()} />}
    </div>
  );
}
