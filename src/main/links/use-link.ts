/** What links do once a person has decided. */
import type { LinkKind, LinkOutcome } from '../../contract/bridge/links';
import { AppError, fail } from '../../contract/errors';
import { catalogue } from '../../contract/service/index';
import type { TrustReturn } from '../callback/trusted-redirect';
import type { Place } from '../connections/records/place';
import { renewed } from '../remote/fresh-tokens';
import { placeOf, type WayInParts, withoutDetails } from '../sign-in/complete-sign-in';
import type { OAuth } from '../sign-in/oauth';
import type { CodeSignIn } from '../sign-in/one-time-code';
import { assertPassword } from '../sign-in/password-rules';
import { type ApproveLoginDeps, approveLogin, type LoginDecision } from './approve-login';
import { checkLink, codeOf, invitationOf } from './check-link';
import { accountFor } from './link-account';
import type { HeldLink } from './pending-links';

export interface UseLinkParts extends ApproveLoginDeps {
  readonly wayIn: WayInParts;
  readonly codes: CodeSignIn;
  readonly oauth: Pick<OAuth, 'finish' | 'end'>;
  readonly trustReturn: TrustReturn;
}

/** What a user decided about a link. */
export interface Decision extends LoginDecision {
  readonly password?: string | undefined;
}

type Use = (parts: UseLinkParts, link: HeldLink, decision: Decision & Place) => Promise<LinkOutcome>;

/** Does what the link is for. Fails with the service's error, or with a code of ours. */
export async function useLink(parts: UseLinkParts, link: HeldLink, decision: Decision): Promise<LinkOutcome> {
  try {
    return await uses[link.kind](parts, link, { ...decision, ...placeOf(parts.wayIn, decision) });
  } catch (thrown) {
    throw withoutDetails(thrown);
  }
}

const signInByLink: Use = async ({ codes, trustReturn }, link, { connectionId, destination, windowId }) => {
  const goTo = await trustReturn(link.returnTo, { connectionId, destination });
  return { outcome: 'step', step: await codes.withLink({ connectionId, destination, windowId, goTo }, codeOf(link)) };
};

const verifyEmail: Use = async ({ wayIn }, link, { connectionId, destination }) => {
  const assertAllowed = () => wayIn.assertWritable(connectionId);
  assertAllowed();
  const target = await wayIn.timedTarget(connectionId, destination);
  await wayIn.sender.send(catalogue.contactChannels.verify, 'none', target, { body: { code: codeOf(link) } }, { assertAllowed });
  return { outcome: 'email-verified', connectionId };
};

const resetPassword: Use = async (parts, link, { connectionId, destination, password = '' }) => {
  const { wayIn } = parts;
  assertPassword(password);
  const assertAllowed = () => wayIn.assertWritable(connectionId);
  assertAllowed();
  const target = await wayIn.timedTarget(connectionId, destination);
  await wayIn.sender.send(catalogue.auth.resetPassword, 'none', target, { body: { code: codeOf(link), password } }, { assertAllowed });
  return { outcome: 'password-reset', connectionId, endedAccounts: await endedAccounts(parts, connectionId) };
};

/** The service does not say whose password it was: each session here is asked whether it still lives. */
async function endedAccounts({ wayIn, accounts }: UseLinkParts, connectionId: string): Promise<string[]> {
  const own = accounts.get().value.filter((account) => account.connectionId === connectionId && account.state !== 'invalid');
  const ended = await Promise.all(own.map(async ({ id }) => (await isOver(wayIn, connectionId, id)) && id));
  return ended.filter((id) => id !== false);
}

async function isOver({ sessions }: WayInParts, connectionId: string, accountId: string): Promise<boolean> {
  try {
    await renewed(sessions.source(accountId, connectionId));
    return false;
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    return thrown.code === 'session-ended' || thrown.code === 'signed-out';
  }
}

/** Never without a user: the code would be used up for nothing (wire/flows 11). */
const joinTeam: Use = async (parts, link, decision) => {
  const { connectionId, destination } = decision;
  const assertAllowed = () => parts.wayIn.assertWritable(connectionId);
  assertAllowed();
  const found = await accountFor(parts.accounts, parts.needAccount, decision);
  if (found.kind !== 'account') return { outcome: 'sign-in-needed', connectionId };
  const { accountId } = found;
  const team = await invitationOf(parts.wayIn, link, decision, accountId);
  const session = parts.wayIn.sessions.source(accountId, connectionId);
  const target = await parts.wayIn.timedTarget(connectionId, destination);
  const body = { code: codeOf(link) };
  await parts.wayIn.sender.send(catalogue.teams.acceptInvitation, 'account', target, { body }, { session, assertAllowed });
  return { outcome: 'team-joined', connectionId, accountId, ...team };
};

const signOut: Use = async ({ wayIn, accounts }, _link, { connectionId, accountId }) => {
  const own = accounts.get().value.filter((account) => account.connectionId === connectionId);
  const found = own.find(({ id, current }) => (accountId === undefined ? current : id === accountId));
  if (found === undefined && accountId !== undefined) throw fail('unknown-account');
  const { endedAtService } = found === undefined ? { endedAtService: true } : await wayIn.sessions.signOut(found.id);
  return { outcome: 'signed-out', connectionId, endedAtService };
};

const openScreen: Use = async ({ trustReturn }, { kind, returnTo }, { connectionId, destination }) => ({
  outcome: 'open',
  kind,
  connectionId,
  accountId: null,
  goTo: await trustReturn(returnTo, { connectionId, destination }),
});

const finishOAuth: Use = async ({ oauth }, link, { connectionId, windowId }) => ({
  outcome: 'step',
  step: await oauth.finish({ connectionId, windowId }, link),
});

const openAccount: Use = async (parts, link, decision) => {
  const found = await accountFor(parts.accounts, parts.needAccount, decision);
  if (found.kind === 'sign-in') return { outcome: 'sign-in-needed', connectionId: decision.connectionId };
  const accountId = found.kind === 'account' ? found.accountId : null;
  return { outcome: 'open', kind: link.kind, connectionId: decision.connectionId, accountId, goTo: null };
};

/** A code alone is used for what it turns out to be for. */
const findOutAndUse: Use = async (parts, link, decision) => {
  const kind = await checkLink(parts.wayIn, link, decision);
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
