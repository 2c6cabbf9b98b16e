import type { ErrorReport } from '../../../contract/errors';
import type { Invitation } from '../../../contract/service/models/team-models';
import { reportOf } from '../../lib/errors/error-text';
import { isRefusal } from '../../lib/errors/is-refusal';

/** How far the invitation of one address has come. `unknown`: the response was lost, so it may have been sent. */
export type InviteResult =
  | { readonly state: 'waiting' | 'running' | 'sent' }
  | { readonly state: 'failed' | 'unknown'; readonly report: ErrorReport };

export type InviteResults = ReadonlyMap<string, InviteResult>;

/** Refusals that apply to every address. */
const ofAll: ReadonlySet<string | undefined> = new Set([
  'TEAM_PERMISSION_REQUIRED',
  'TEAM_MEMBERSHIP_NOT_FOUND',
  'USER_AUTHENTICATION_REQUIRED',
  'REDIRECT_URL_NOT_WHITELISTED',
]);

/**
 * Invites one address after another and reports each. A refusal of one address doesn't stop the run. Anything else does, because it
 * would stop the rest too; those are reported as null and weren't sent.
 */
export async function inviteEach(
  emails: readonly string[],
  send: (email: string) => Promise<unknown>,
  report: (email: string, result: InviteResult | null) => void,
): Promise<void> {
  for (const email of emails) report(email, { state: 'waiting' });
  for (const [at, email] of emails.entries()) {
    report(email, { state: 'running' });
    const result = await attempt(() => send(email));
    report(email, result);
    if (result.state === 'sent' || (result.state === 'failed' && concernsOne(result.report))) continue;
    for (const rest of emails.slice(at + 1)) report(rest, null);
    return;
  }
}

async function attempt(send: () => Promise<unknown>): Promise<InviteResult> {
  try {
    await send();
    return { state: 'sent' };
  } catch (thrown) {
    const report = reportOf(thrown);
    return { state: isRefusal(report) ? 'failed' : 'unknown', report };
  }
}

function concernsOne({ code, known }: ErrorReport): boolean {
  return code === 'bad-input' || code === 'service-error' || (code === 'known-error' && !ofAll.has(known));
}

/** Returns the results with those that are unknown decided: an invitation that wasn't pending before the run was sent in it. */
export function settleUnknown(results: InviteResults, before: ReadonlySet<string>, pending: readonly Invitation[]): InviteResults {
  const sent = new Set(pending.filter(({ id }) => !before.has(id)).map(({ recipient_email: email }) => email.toLowerCase()));
  return new Map(
    [...results].map(([email, result]) => {
      const isSent = result.state === 'unknown' && sent.has(email.toLowerCase());
      return [email, isSent ? { state: 'sent' as const } : result] as const;
    }),
  );
}
