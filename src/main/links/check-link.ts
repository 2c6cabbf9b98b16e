/** Checks links with the service before they are used. */

import type { Account } from '#contract/bridge/accounts.ts';
import { type AccountFallback, codeKinds, type LinkKind } from '#contract/bridge/links.ts';
import { AppError, fail } from '#contract/errors.ts';
import { catalog } from '#contract/service/index.ts';
import type { PinnedConnection } from '../records/pinned-connection';
import type { Sender } from '../remote/send';
import type { Topic } from '../runtime/topics';
import type { Sessions } from '../session/sessions';
import type { ResolveAccount, ResolvedAccount } from '../sign-in/anonymous';
import { withoutDetails } from '../sign-in/complete-sign-in';
import type { PendingLink } from './pending-links';

export interface CheckLinkDeps {
  readonly sender: Sender;
  readonly sessions: Pick<Sessions, 'source' | 'target'>;
}

const checks = {
  'magic-link': catalog.auth.checkSignInCode,
  'email-verification': catalog.contactChannels.checkVerification,
  'password-reset': catalog.auth.checkPasswordReset,
  'team-invitation': catalog.teams.checkInvitation,
} as const;

/**
 * Returns the kind of a link whose code is valid; for a code without a link, finds it out. Each request counts as an attempt at the code
 * (wire/flows 3). Throws VERIFICATION_CODE_…, or `bad-input` at `id` for a link without such a code.
 */
export async function checkLink(deps: CheckLinkDeps, link: PendingLink, pinned: PinnedConnection): Promise<LinkKind> {
  const { code } = link;
  const kinds = codeKinds.filter((kind) => link.kind === 'code' || link.kind === kind);
  if (code === null || kinds.length === 0) throw fail('bad-input', { path: 'id' });
  const target = await deps.sessions.target(pinned.connectionId, pinned.destination);
  let failure: unknown;
  for (const kind of kinds) {
    try {
      await deps.sender.send(checks[kind], 'none', target, { body: { code } });
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

/** Returns the team of an invitation. */
export async function invitationOf(deps: CheckLinkDeps, link: PendingLink, pinned: PinnedConnection, accountId: string) {
  if (link.kind !== 'team-invitation') throw fail('bad-input', { path: 'id' });
  const session = deps.sessions.source(accountId, pinned.connectionId);
  const target = await deps.sessions.target(pinned.connectionId, pinned.destination);
  const body = { code: codeOf(link) };
  const found = await deps.sender.send(catalog.teams.invitationDetails, 'account', target, { body }, { session });
  return { teamId: found.team_id, teamName: found.team_display_name };
}

/** Returns the code of a link. Throws `link-incomplete` when it has none. */
export function codeOf({ code }: PendingLink): string {
  if (code === null) throw fail('link-incomplete');
  return code;
}

/** The account with which a link is used. */
export interface AccountChoice {
  readonly connectionId: string;
  readonly accountId?: string | undefined;
  readonly orElse?: AccountFallback | undefined;
}

/**
 * Returns the chosen account, or the current one, or the caller's fallback if there is none. Throws `unknown-account` for an account of
 * another connection, and `signed-out` for one whose session has ended, or that is anonymous unless that is accepted.
 */
export async function accountFor(
  accounts: Topic<Account[]>,
  resolveAccount: ResolveAccount,
  choice: AccountChoice,
): Promise<ResolvedAccount> {
  const { connectionId, accountId, orElse = 'redirect' } = choice;
  if (accountId === undefined) return resolveAccount(connectionId, orElse);
  const account = accounts.get().value.find(({ id }) => id === accountId);
  if (account?.connectionId !== connectionId) throw fail('unknown-account');
  if (account.state === 'signed-in' || (account.state === 'anonymous' && orElse === 'anonymous')) return { kind: 'account', accountId };
  throw fail('signed-out');
}
