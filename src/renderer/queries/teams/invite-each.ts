import type { Invitation } from '../../../contract/service/models/team-models';
import { runEach, type StepResult } from '../run-each';

export type InviteResults = ReadonlyMap<string, StepResult>;

/** Refusals that apply to every address. */
const ofAll: ReadonlySet<string | undefined> = new Set([
  'TEAM_PERMISSION_REQUIRED',
  'TEAM_MEMBERSHIP_NOT_FOUND',
  'TEAM_NOT_FOUND',
  'USER_AUTHENTICATION_REQUIRED',
  'REDIRECT_URL_NOT_WHITELISTED',
]);

/** Invites one address after another and reports each, as `runEach` does. */
export function inviteEach(
  emails: readonly string[],
  send: (email: string) => Promise<unknown>,
  report: (email: string, result: StepResult) => void,
): Promise<void> {
  return runEach(emails, { send, report, ofAll });
}

/** Returns the results with those that are unknown decided: an invitation that wasn't pending before the run was sent in it. */
export function settleUnknown(results: InviteResults, before: ReadonlySet<string>, pending: readonly Invitation[]): InviteResults {
  const sent = new Set(pending.filter(({ id }) => !before.has(id)).map(({ recipient_email: email }) => email.toLowerCase()));
  return new Map(
    [...results].map(([email, result]) => {
      const isSent = result.state === 'unknown' && sent.has(email.toLowerCase());
      return [email, isSent ? { state: 'done' as const } : result] as const;
    }),
  );
}
