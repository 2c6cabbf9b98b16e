/** What a session of an impersonation can't be used for. */
import type { Account } from '../../contract/bridge/accounts';
import { fail } from '../../contract/errors';

/** Throws `impersonating` for an account of an impersonation. Called before changes of how a user signs in, which would outlive it. */
export function assertNotImpersonated({ impersonationId }: Pick<Account, 'impersonationId'>): void {
  if (impersonationId !== undefined) throw fail('impersonating');
}
