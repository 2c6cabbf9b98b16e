import { type LucideIcon, VenetianMask } from 'lucide-react';
import type { Connection } from '#contract/bridge/connections.ts';
import type { SignInStep } from '#contract/bridge/sign-in.ts';
import { api } from '#data/api.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { MessageKey } from '#messages/translator.ts';
import { Button, type ButtonProps } from '#ui/inputs/button.tsx';
import { FailureCallout } from '../card/failure-callout';
import { restartSandboxAfter } from '../card/restart-sandbox';
import styles from './sign-in-method-list.module.css';

/**
 * Whether a project may have anonymous users: every project from release 2.8.34 on, before that `internal` and the sandbox's
 * (wire/flows 7). True as well while the release is not known.
 */
export function mayHaveAnonymousUsers({ kind, projectId, features }: Pick<Connection, 'kind' | 'projectId' | 'features'>): boolean {
  return kind === 'sandbox' || projectId === 'internal' || features?.['anonymous-opt-in'] !== false;
}

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
  const { isPending, failure, run, retry } = useAction(async () => onStep(await begin()), { recover: restartSandboxAfter });
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

/** Signs up an anonymous user, where the project may have any. The service may still refuse: the configuration doesn’t say. */
export function AnonymousButton({ connection, onStep }: { connection: Connection; onStep: (step: SignInStep) => void }) {
  const { id: connectionId } = connection;
  const readOnly = useReadOnlyReason(connectionId);
  if (!mayHaveAnonymousUsers(connection)) return null;
  const begin = () => api.signIn.anonymous({ connectionId });
  return (
    <div className={styles.anonymous}>
      <SignInMethodButton
        isSmall
        variant="plain"
        icon={VenetianMask}
        label="sign-in.anonymous"
        begin={begin}
        onStep={onStep}
        disabledReason={readOnly}
      />
    </div>
  );
}
