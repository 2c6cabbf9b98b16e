/** What the service says of a link before it is used. */
import { codeKinds, type LinkKind } from '../../contract/bridge/links';
import { AppError, fail } from '../../contract/errors';
import { catalogue } from '../../contract/service/index';
import type { Place } from '../connections/records/place';
import { withoutDetails } from '../sign-in/complete-sign-in';
import type { FinishDeps } from '../sign-in/finish';
import type { PendingLink } from './pending-links';

const checks = {
  'magic-link': catalogue.auth.checkSignInCode,
  'email-verification': catalogue.contactChannels.checkVerification,
  'password-reset': catalogue.auth.checkPasswordReset,
  'team-invitation': catalogue.teams.checkInvitation,
} as const;

/**
 * Asks whether the code is good; for a code alone, what it is for. Each question counts as an attempt at the code (wire/flows 3).
 * Fails with VERIFICATION_CODE_…, or `bad-input` at `id` for a link without such a code.
 */
export async function checkLink(parts: FinishDeps, link: PendingLink, place: Place): Promise<LinkKind> {
  const { code } = link;
  const asked = codeKinds.filter((kind) => link.kind === 'code' || link.kind === kind);
  if (code === null || asked.length === 0) throw fail('bad-input', { path: 'id' });
  const target = await parts.sessions.target(place.connectionId, place.destination);
  let failure: unknown;
  for (const kind of asked) {
    try {
      await parts.sender.send(checks[kind], 'none', target, { body: { code } });
      return kind;
    } catch (thrown) {
      failure = withoutDetails(thrown);
      if (!isUnknownCode(thrown)) throw failure;
    }
  }
  throw failure;
}

function isUnknownCode(thrown: unknown): boolean {
  return thrown instanceof AppError && thrown.report.known === 'VERIFICATION_CODE_NOT_FOUND';
}

/** What an invitation invites to. */
export async function invitationOf(parts: FinishDeps, link: PendingLink, place: Place, accountId: string) {
  if (link.kind !== 'team-invitation') throw fail('bad-input', { path: 'id' });
  const session = parts.sessions.source(accountId, place.connectionId);
  const target = await parts.sessions.target(place.connectionId, place.destination);
  const body = { code: codeOf(link) };
  const found = await parts.sender.send(catalogue.teams.invitationDetails, 'account', target, { body }, { session });
  return { teamId: found.team_id, teamName: found.team_display_name };
}

/** The code of a link whose route has one. */
export function codeOf({ code }: PendingLink): string {
  if (code === null) throw fail('link-incomplete');
  return code;
}
