import type { ErrorReport } from '../../../contract/errors';
import { reportOf } from '../../lib/errors/error-text';

/** What became of the old invitation after a new one was sent. */
export type ResendOutcome = { readonly old: 'revoked' | 'kept' } | { readonly old: 'failed'; readonly report: ErrorReport };

interface ResendDeps {
  readonly send: () => Promise<unknown>;
  /** Null if the account may not revoke invitations. */
  readonly revokeOld: (() => Promise<unknown>) | null;
}

/** Sends an invitation again, then revokes the old one. Throws and keeps the old one if the new one can't be sent. */
export async function resendInvitation({ send, revokeOld }: ResendDeps): Promise<ResendOutcome> {
  await send();
  if (revokeOld === null) return { old: 'kept' };
  try {
    await revokeOld();
    return { old: 'revoked' };
  } catch (thrown) {
    return { old: 'failed', report: reportOf(thrown) };
  }
}
