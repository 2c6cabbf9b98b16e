import { useMessages } from '../lib/use-messages';
import { useIsImpersonating } from './impersonations';
import { useReadOnlyReason } from './read-only';

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
