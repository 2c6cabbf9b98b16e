import type { CallbackPurpose } from '#contract/bridge/callbacks.ts';
import { useIsImpersonating } from '#data/topics.ts';
import type { UserOf } from '#data/users.ts';

/** Returns for what a verification email is sent: to the reader, or to a user, who isn't at this computer. */
export function useVerificationPurpose({ actor, connectionId }: UserOf): CallbackPurpose {
  const isImpersonating = useIsImpersonating(connectionId);
  return actor === 'project' || isImpersonating ? 'user-verification' : 'contact-channel';
}
