import type { ErrorReport } from '../../contract/errors';
import { reportOf } from '../lib/errors/error-text';

/** Whether the service removed something now, or no longer had it: after an earlier try whose response was lost, or after a removal elsewhere. */
export type Removal = 'removed' | 'gone';

/**
 * Sends a request that removes something. `isGone` recognizes the errors with which the service says that it doesn't have it: a request
 * whose response was lost is repeated. Throws any other failure.
 */
export async function removeOnce(
  send: () => Promise<unknown>,
  isGone: (report: ErrorReport) => boolean | Promise<boolean>,
): Promise<Removal> {
  try {
    await send();
    return 'removed';
  } catch (thrown) {
    if (await isGone(reportOf(thrown))) return 'gone';
    throw thrown;
  }
}

/** An email address that the service doesn't have (wire/endpoints 3). */
export function isEmailGone({ status, text }: ErrorReport): boolean {
  return status === 400 && text === 'Contact channel not found';
}

/** A session that was already revoked (wire/endpoints 1.6). */
export function isSessionGone({ status, text }: ErrorReport): boolean {
  return status === 404 && text === 'Session not found.';
}

/** A provider account that was already disconnected (wire/corrections 2.8.24). */
export function isProviderAccountGone({ status, text }: ErrorReport): boolean {
  return status === 404 && text?.startsWith('OAuth provider ') === true && text.endsWith(' not found');
}

/** A user who isn't a member of the team. If it's another user than `userId`, the account itself may not be one. */
export function isMemberGone({ known, details }: ErrorReport, userId?: string): boolean {
  if (known !== 'TEAM_MEMBERSHIP_NOT_FOUND') return false;
  return userId === undefined || (isObject(details) && details.user_id === userId);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
