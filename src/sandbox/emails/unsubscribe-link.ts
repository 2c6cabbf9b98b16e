/** Unsubscribe links in emails (wire/corrections 2.8.17). */

import { issueCode } from '../codes/codes';
import type { SandboxContext } from '../http/context';
import { knownError, plainFailure } from '../http/failures';
import { findCodeOfAnyProject, markCodeUsed } from '../stores/code-store';
import { setDeclined } from '../stores/email-store';
import type { Project } from '../stores/project-store';
import { findUser } from '../stores/user-store';

/** Data of a code for `unsubscribe`. */
interface Subscription {
  readonly user_id: string;
  readonly category_id: string;
}

/** Practically no expiry. */
const linkTtlMillis = 100 * 365 * 86_400_000;

/** Appends the link to an email's HTML. */
export function withUnsubscribeLink(context: SandboxContext, project: Project, html: string, subscription: Subscription): string {
  const { code } = issueCode(context, project, { purpose: 'unsubscribe', data: subscription, ttlMillis: linkTtlMillis });
  const url = `${context.baseUrl}/api/v1/emails/unsubscribe-link?code=${code}`;
  return `${html}<br /><a href="${url}">Click here to unsubscribe</a>`;
}

/**
 * Unsubscribes the user of a link. Returns false if the link was already used. Throws a plain-text failure for invalid codes,
 * otherwise VERIFICATION_CODE_NOT_FOUND.
 */
export function unsubscribe({ store, clock }: SandboxContext, code: string): boolean {
  if (code.length !== 45) throw plainFailure(400, 'Invalid code');
  const row = findCodeOfAnyProject(store, 'unsubscribe', code.toLowerCase());
  if (row === undefined) throw knownError('VERIFICATION_CODE_NOT_FOUND');
  if (row.used_at !== null) return false;
  const { user_id, category_id }: Subscription = JSON.parse(row.data);
  const user = findUser(store, row.project, user_id);
  store.transaction(() => {
    markCodeUsed(store, row.code, clock.now());
    if (user !== undefined) setDeclined(store, user.key, category_id, true);
  });
  return true;
}
