import { useMessages } from '#lib/use-messages.ts';
import { useConnection, useIsImpersonating, useTopic } from './topics';

/** Why nothing can be changed through a connection, or in the whole app; undefined where it can. For the `disabledReason` of its controls. */
export function useReadOnlyReason(connectionId: string | undefined): string | undefined {
  const { t } = useMessages();
  const isAppReadOnly = useTopic('settings.state').readOnly;
  const connection = useConnection(connectionId);
  if (isAppReadOnly) return t('ui.read-only.app');
  return connection?.safety === 'read-only' ? t('ui.read-only.reason') : undefined;
}

/** Why what would outlive an impersonation can't be changed while the current account is that of one. */
export function useImpersonationReason(connectionId: string | undefined): string | undefined {
  const { t } = useMessages();
  return useIsImpersonating(connectionId) ? t('impersonation.reason') : undefined;
}

/** Why the current account's sign-in methods can't be changed: a read-only connection, or impersonation, which they would outlive. */
export function useSignInChangeReason(connectionId: string | undefined): string | undefined {
  const readOnly = useReadOnlyReason(connectionId);
  const impersonating = useImpersonationReason(connectionId);
  return readOnly ?? impersonating;
}
