import type { CallbackPurpose } from '../../../contract/bridge/callbacks';
import type { UserOf } from '../../queries/user/user-of';
import { useIsImpersonating } from '../../stores/impersonations';

/** Returns for what a verification email is sent: to the reader, or to a user, who isn't at this computer. */
export function useVerificationPurpose({ actor, connectionId }: UserOf): CallbackPurpose {
  const isImpersonating = useIsImpersonating(connectionId);
  return actor === 'project' || isImpersonating ? 'user-verification' : 'contact-channel';
}
