/** What links do once a person has decided. */
import type { LinkKind, LinkOutcome } from '../../contract/bridge/links';
import { AppError, fail } from '../../contract/errors';
import { catalogue } from '../../contract/service/index';
import type { TrustedRedirect } from '../callback/trusted-redirect';
import type { Place } from '../connections/records/place';
import { freshTokens } from '../remote/fresh-tokens';
import { placeOf, type SignInDeps, withoutDetails } from '../sign-in/complete-sign-in';
import type { OAuth } from '../sign-in/oauth/oauth';
import type { CodeSignIn } from '../sign-in/one-time-code';
import { assertPassword } from '../sign-in/password-rules';
import { type ApproveLoginDeps, approveLogin, type LoginDecision } from './approve-login';
import { checkLink, codeOf, invitationOf } from './check-link';
import { accountFor } from './link-account';
import type { PendingLink } from './pending-links';

export interface UseLinkDeps extends ApproveLoginDeps {
  readonly signInDeps: SignInDeps;
  readonly codes: CodeSignIn;
  readonly oauth: Pick<OAuth, 'finish' | 'end'>;
  readonly trustedRedirect: TrustedRedirect;
}

/** What a user decided about a link. */
export interface Decision extends LoginDecision {
  readonly password?: string | undefined;
}

type Use = (parts: UseLinkDeps, link: PendingLink, decision: Decision & Place) => Promise<LinkOutcome>;

/** Does what the link is for. Fails with the service's error, or with a code of ours. */
export async function useLink(parts: UseLinkDeps, link: PendingLink, decision: Decision): Promise<LinkOutcome> {
  try {
    return await uses[link.kind](parts, link, { ...decision, ...placeOf(parts.signInDeps, decision) });
  } catch (thrown) {
    throw withoutDetails(thrown);
  }
}

const signInByLink: Use = async ({ codes, trustedRedirect }, link, { connectionId, destination, windowId }) => {
  const goTo = await trustedRedirect(link.returnTo, { connectionId, destination });
  return { outcome: 'step', step: await codes.withLink({ connectionId, destination, windowId, goTo }, codeOf(link)) };
};

const verifyEmail: Use = async ({ signInDeps }, link, { connectionId, destination }) => {
  const assertAllowed = () => signInDeps.assertWritable(connectionId);
  assertAllowed();
  const target = await signInDeps.sessions.target(connectionId, destination);
  await signInDeps.sender.send(catalogue.contactChannels.verify, 'none', target, { body: { code: codeOf(link) } }, { assertAllowed });
  return { outcome: 'email-verified', connectionId };
};

const resetPassword: Use = async (parts, link, { connectionId, destination, password = '' }) => {
  const { signInDeps } = parts;
  assertPassword(password);
  const assertAllowed = () => signInDeps.assertWritable(connectionId);
  assertAllowed();
  const target = await signInDeps.sessions.target(connectionId, destination);
  await signInDeps.sender.send(catalogue.auth.resetPassword, 'none', target, { body: { code: codeOf(link), password } }, { assertAllowed });
  return { outcome: 'password-reset', connectionId, endedAccounts: await endedAccounts(parts, connectionId) };
};

/** The service does not say whose password it was: each session here is asked whether it still lives. */
async function endedAccounts({ signInDeps, accounts }: UseLinkDeps, connectionId: string): Promise<string[]> {
  const own = accounts.get().value.filter((account) => account.connectionId === connectionId && account.state !== 'invalid');
  const ended = await Promise.all(own.map(async ({ id }) => (await isOver(signInDeps, connectionId, id)) && id));
  return ended.filter((id) => id !== false);
}

async function isOver({ sessions }: SignInDeps, connectionId: string, accountId: string): Promise<boolean> {
  try {
    await freshTokens(sessions.source(accountId, connectionId));
    return false;
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    return thrown.code === 'session-ended' || thrown.code === 'signed-out';
  }
}

/** Never without a user: the code would be used up for nothing (wire/flows 11). */
const joinTeam: Use = async (parts, link, decision) => {
  const { connectionId, destination } = decision;
  const assertAllowed = () => parts.signInDeps.assertWritable(connectionId);
  assertAllowed();
  const found = await accountFor(parts.accounts, parts.resolveAccount, decision);
  if (found.kind !== 'account') return { outcome: 'sign-in-needed', connectionId };
  const { accountId } = found;
  const team = await invitationOf(parts.signInDeps, link, decision, accountId);
  const session = parts.signInDeps.sessions.source(accountId, connectionId);
  const target = await parts.signInDeps.sessions.target(connectionId, destination);
  const body = { code: codeOf(link) };
  await parts.signInDeps.sender.send(catalogue.teams.acceptInvitation, 'account', target, { body }, { session, assertAllowed });
  return { outcome: 'team-joined', connectionId, accountId, ...team };
};

const signOut: Use = async ({ signInDeps, accounts }, _link, { connectionId, accountId }) => {
  const own = accounts.get().value.filter((account) => account.connectionId === connectionId);
  const found = own.find(({ id, current }) => (accountId === undefined ? current : id === accountId));
  if (found === undefined && accountId !== undefined) throw fail('unknown-account');
  const { endedAtService } = found === undefined ? { endedAtService: true } : await signInDeps.sessions.signOut(found.id);
  return { outcome: 'signed-out', connectionId, endedAtService };
};

const openScreen: Use = async ({ trustedRedirect }, { kind, returnTo }, { connectionId, destination }) => ({
  outcome: 'open',
  kind,
  connectionId,
  accountId: null,
  goTo: await trustedRedirect(returnTo, { connectionId, destination }),
});

const finishOAuth: Use = async ({ oauth }, link, { connectionId, windowId }) => ({
  outcome: 'step',
  step: await oauth.finish({ connectionId, windowId }, link),
});

const openAccount: Use = async (parts, link, decision) => {
  const found = await accountFor(parts.accounts, parts.resolveAccount, decision);
  if (found.kind === 'sign-in') return { outcome: 'sign-in-needed', connectionId: decision.connectionId };
  const accountId = found.kind === 'account' ? found.accountId : null;
  return { outcome: 'open', kind: link.kind, connectionId: decision.connectionId, accountId, goTo: null };
};

/** A code alone is used for what it turns out to be for. */
const findOutAndUse: Use = async (parts, link, decision) => {
  const kind = await checkLink(parts.signInDeps, link, decision);
  return uses[kind](parts, { ...link, kind }, decision);
};

const nothingToDo: Use = async () => {
  throw fail('link-unreadable');
};

const uses: Readonly<Record<LinkKind, Use>> = {
  'magic-link': signInByLink,
  'email-verification': verifyEmail,
  'password-reset': resetPassword,
  'team-invitation': joinTeam,
  'cli-auth-confirm': approveLogin,
  code: findOutAndUse,
  'oauth-callback': finishOAuth,
  'sign-out': signOut,
  'account-settings': openAccount,
  'sign-in': openScreen,
  'sign-up': openScreen,
  'forgot-password': openScreen,
  home: openScreen,
  error: openScreen,
  unknown: nothingToDo,
};
