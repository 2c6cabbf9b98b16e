/** Accepts links: what each kind does after the user has decided. */
import type { LinkKind, LinkOutcome } from '#contract/bridge/links.ts';
import { AppError, fail } from '#contract/errors.ts';
import { catalog } from '#contract/service/index.ts';
import type { TrustedRedirect } from '../callback/project-trust';
import type { SendWrite } from '../gateway/send-write';
import { type DestinationOf, type PinnedConnection, pinConnection } from '../records/pinned-connection';
import { freshTokens } from '../remote/fresh-tokens';
import type { Sessions } from '../session/sessions';
import { withoutDetails } from '../sign-in/complete-sign-in';
import type { OAuth } from '../sign-in/oauth/oauth';
import type { CodeSignIn } from '../sign-in/one-time-code';
import { assertPassword } from '../sign-in/password';
import { type ApproveLoginDeps, approveLogin, type LoginDecision } from './approve-login';
import { accountFor, checkLink, codeOf, invitationOf } from './check-link';
import type { PendingLink } from './pending-links';

export interface AcceptLinkDeps extends ApproveLoginDeps {
  readonly destinationOf: DestinationOf;
  readonly sendWrite: SendWrite;
  readonly codes: CodeSignIn;
  readonly oauth: Pick<OAuth, 'finish' | 'end'>;
  readonly trustedRedirect: TrustedRedirect;
}

/** The user's decision about a link. */
export interface Decision extends LoginDecision {
  readonly password?: string | undefined;
}

type Accept = (deps: AcceptLinkDeps, link: PendingLink, decision: Decision & PinnedConnection) => Promise<LinkOutcome>;

/** Accepts the link. Throws the service's error without its details, or one of Latchkey's codes. */
export async function acceptLink(deps: AcceptLinkDeps, link: PendingLink, decision: Decision): Promise<LinkOutcome> {
  try {
    return await acceptByKind[link.kind](deps, link, { ...decision, ...pinConnection(deps, decision) });
  } catch (thrown) {
    throw withoutDetails(thrown);
  }
}

const signInByLink: Accept = async ({ codes, trustedRedirect }, link, { connectionId, destination, windowId }) => {
  const goTo = await trustedRedirect(link.returnTo, { connectionId, destination });
  return { outcome: 'step', step: await codes.withLink({ connectionId, destination, windowId, goTo }, codeOf(link)) };
};

const verifyEmail: Accept = async ({ sender, sessions, assertWritable, sendWrite }, link, { connectionId, destination }) => {
  const assertAllowed = () => assertWritable(connectionId);
  assertAllowed();
  const target = await sessions.target(connectionId, destination);
  const origin = { source: 'link', connectionId } as const;
  await sendWrite({ endpoint: 'contactChannels.verify', connectionId }, () =>
    sender.send(catalog.contactChannels.verify, 'none', target, { body: { code: codeOf(link) } }, { assertAllowed, origin }),
  );
  return { outcome: 'email-verified', connectionId };
};

const resetPassword: Accept = async (deps, link, { connectionId, destination, password = '' }) => {
  const { sender, sessions, assertWritable, sendWrite } = deps;
  assertPassword(password);
  const assertAllowed = () => assertWritable(connectionId);
  assertAllowed();
  const target = await sessions.target(connectionId, destination);
  const origin = { source: 'link', connectionId } as const;
  await sendWrite({ endpoint: 'auth.resetPassword', connectionId }, () =>
    sender.send(catalog.auth.resetPassword, 'none', target, { body: { code: codeOf(link), password } }, { assertAllowed, origin }),
  );
  return { outcome: 'password-reset', connectionId, endedAccounts: await endedAccounts(deps, connectionId) };
};

/**
 * Returns the accounts whose sessions have ended. The service doesn't return whose password was reset, so the tokens of every account on
 * the connection are refreshed.
 */
async function endedAccounts({ sessions, accounts }: AcceptLinkDeps, connectionId: string): Promise<string[]> {
  const own = accounts.get().value.filter((account) => account.connectionId === connectionId && account.state !== 'invalid');
  const ended = await Promise.all(own.map(async ({ id }) => (await hasEnded(sessions, connectionId, id)) && id));
  return ended.filter((id) => id !== false);
}

async function hasEnded(sessions: Sessions, connectionId: string, accountId: string): Promise<boolean> {
  try {
    await freshTokens(sessions.source(accountId, connectionId));
    return false;
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    return thrown.code === 'session-ended' || thrown.code === 'signed-out';
  }
}

/** Requires a user, because the code would be used up otherwise (wire/flows 11). */
const joinTeam: Accept = async (deps, link, decision) => {
  const { connectionId, destination } = decision;
  const assertAllowed = () => deps.assertWritable(connectionId);
  assertAllowed();
  const found = await accountFor(deps.accounts, deps.resolveAccount, decision);
  if (found.kind !== 'account') return { outcome: 'sign-in-needed', connectionId };
  const { accountId } = found;
  const team = await invitationOf(deps, link, decision, accountId);
  const session = deps.sessions.source(accountId, connectionId);
  const target = await deps.sessions.target(connectionId, destination);
  const body = { code: codeOf(link) };
  const origin = { source: 'link', connectionId, accountId } as const;
  await deps.sendWrite({ endpoint: 'teams.acceptInvitation', connectionId }, () =>
    deps.sender.send(catalog.teams.acceptInvitation, 'account', target, { body }, { session, assertAllowed, origin }),
  );
  return { outcome: 'team-joined', connectionId, accountId, ...team };
};

const signOut: Accept = async ({ sessions, accounts }, _link, { connectionId, accountId }) => {
  const own = accounts.get().value.filter((account) => account.connectionId === connectionId);
  const found = own.find(({ id, current }) => (accountId === undefined ? current : id === accountId));
  if (found === undefined && accountId !== undefined) throw fail('unknown-account');
  const { endedAtService } = found === undefined ? { endedAtService: true } : await sessions.signOut(found.id);
  return { outcome: 'signed-out', connectionId, endedAtService };
};

const openScreen: Accept = async ({ trustedRedirect }, { kind, returnTo }, { connectionId, destination }) => ({
  outcome: 'open',
  kind,
  connectionId,
  accountId: null,
  goTo: await trustedRedirect(returnTo, { connectionId, destination }),
});

/** Sends nothing: the window reads what the screen shows, as if the user had gone there. */
const openProjectScreen: Accept = async (_deps, { kind, screen }, { connectionId }) => {
  if (screen === null) throw fail('link-unreadable');
  return { outcome: 'open', kind, connectionId, accountId: null, goTo: `/c/${encodeURIComponent(connectionId)}${screen.path}` };
};

const finishOAuth: Accept = async ({ oauth }, link, { connectionId, windowId }) => ({
  outcome: 'step',
  step: await oauth.finish({ connectionId, windowId }, link),
});

const openAccount: Accept = async (deps, link, decision) => {
  const found = await accountFor(deps.accounts, deps.resolveAccount, decision);
  if (found.kind === 'sign-in') return { outcome: 'sign-in-needed', connectionId: decision.connectionId };
  const accountId = found.kind === 'account' ? found.accountId : null;
  return { outcome: 'open', kind: link.kind, connectionId: decision.connectionId, accountId, goTo: null };
};

/** Finds out the kind of a code without a link, and accepts it. */
const acceptCode: Accept = async (deps, link, decision) => {
  const kind = await checkLink(deps, link, decision);
  return acceptByKind[kind](deps, { ...link, kind }, decision);
};

const rejectUnknown: Accept = async () => {
  throw fail('link-unreadable');
};

const acceptByKind: Readonly<Record<LinkKind, Accept>> = {
  'magic-link': signInByLink,
  'email-verification': verifyEmail,
  'password-reset': resetPassword,
  'team-invitation': joinTeam,
  'cli-auth-confirm': approveLogin,
  code: acceptCode,
  'oauth-callback': finishOAuth,
  'sign-out': signOut,
  'account-settings': openAccount,
  'sign-in': openScreen,
  'sign-up': openScreen,
  'forgot-password': openScreen,
  home: openScreen,
  screen: openProjectScreen,
  error: openScreen,
  unknown: rejectUnknown,
};
