/** Sign-in with a one-time code or sign-in link (wire/endpoints 1.3, wire/flows 3). */
import type { RowOf } from '#contract/service/index.ts';
import { emailedCodeTtlMillis, issueCode, redeemCode } from '../codes/codes';
import { linkWithCode, sendTemplatedEmail } from '../emails/templated-email';
import type { CheckedRequest, Handler, SandboxContext } from '../http/context';
import { emailTaken, knownError, plainFailure, serviceFault } from '../http/failures';
import { reply } from '../http/respond';
import { requireTrustedUrl } from '../http/trusted-urls';
import { uuid } from '../random';
import { breaksCodes, lookedUpEmail, storedEmail } from '../releases/email-case';
import { startSession } from '../sessions/access-tokens';
import { applyRestriction, requireAllowedSignUp } from '../sign-up-rules/evaluate-rules';
import { findAuthChannel } from '../stores/contact-channel-store';
import type { Project } from '../stores/project-store';
import { findUser, type UserRow, updateUser } from '../stores/user-store';
import { signUpAccount } from '../users/create-account';
import { requireNoSecondFactor } from './second-factor';
import { type CodeRequest, codeInput, requireNoBot } from './sign-up-input';

/** Detection of old clients by `x-stack-client-version` (wire/conventions 2). */

const pattern = /^\w+\s+(@[\w/]+)@([\d.]+)$/;

/** The last client release that doesn't support typed codes. */
const lastWithoutCodes = '2.5.37';

/** Whether the client can only use the link of a sign-in email. */
function needsEmailWithoutCode(header: string | null): boolean {
  const [, name, version = ''] = pattern.exec(header ?? '') ?? [];
  return name === '@stackframe/stack' && version.localeCompare(lastWithoutCodes, 'en', { numeric: true }) <= 0;
}

/** Data of a code for `one-time-password`. The user was determined when the code was sent. */
interface SignInCode {
  readonly email: string;
  /** Null if using the code creates the user. */
  readonly user_id: string | null;
}

/** Number of characters that the user types; the rest of the code is the nonce. */
const typedLength = 6;

/** Emails a code and a link to a verified address used for sign-in, or to an unknown one. */
export const sendSignInCode: Handler<RowOf<'auth.sendSignInCode'>, CodeRequest> = {
  ignoresQuery: true,
  accepts: codeInput,
  async run(call) {
    const { project, body } = call;
    if (!project.config.magic_link_enabled) throw plainFailure(403, 'Magic link is not enabled for this project');
    const user = findRecipient(call, lookedUpEmail(call.release, body.email));
    requireTrustedUrl(call.release, body.callback_url, project.config);
    requireNoBot(call, body as CodeRequest);
    const data: SignInCode = { email: body.email, user_id: user?.id ?? null };
    const { code } = issueCode(call, project, { purpose: 'one-time-password', data, ttlMillis: emailedCodeTtlMillis });
    const otp = code.slice(0, typedLength).toUpperCase();
    const values = { userDisplayName: user?.display_name ?? null, magicLink: linkWithCode(body.callback_url, code), otp };
    const withoutCode = needsEmailWithoutCode(call.header('x-stack-client-version'));
    sendTemplatedEmail(call, project, lookedUpEmail(call.release, body.email), { type: 'magic_link', values, withoutCode });
    return reply({ nonce: code.slice(typedLength) });
  },
};

/**
 * Signs in, or creates a user with a verified email. The code is used up even if two-factor authentication is required. From 2.8.8 on, the
 * user is looked up here (wire/newer 1).
 */
export const codeSignIn: Handler<RowOf<'auth.codeSignIn'>> = {
  ignoresQuery: true,
  async run(call) {
    const { project, store, body } = call;
    const { email, user_id: sentTo } = redeemCode<SignInCode>(call, project, 'one-time-password', body.code);
    if (breaksCodes(call.release, email)) throw serviceFault('The address was looked up with capitals.');
    const user_id = call.release.has('late-code-lookup') ? currentUser(call, email) : sentTo;
    const user = findUser(store, project.key, user_id ?? signUp(call, email));
    if (user === undefined) throw knownError('USER_NOT_FOUND');
    const is_new_user = user_id === null;
    requireNoSecondFactor(call, project, user, is_new_user);
    return reply({ ...(await startSession(call, project, user)), is_new_user });
  },
};

/** Returns the user who has the email, or undefined for a sign-up. From 2.8.11 on, the user can then sign in with codes. */
function findRecipient(call: SandboxContext & { readonly project: Project }, email: string): UserRow | undefined {
  const { store, project, release } = call;
  const channel = findAuthChannel(store, project.key, email);
  if (channel?.is_verified === 0) throw emailTaken(release, email);
  if (channel === undefined && !project.config.sign_up_enabled) throw knownError('SIGN_UP_NOT_ENABLED');
  if (channel !== undefined && release.has('codes-added')) updateUser(store, channel.user, { otp_enabled: 1 });
  return channel && findUser(store, project.key, channel.user_id);
}

/** Returns the ID of the user who has the email when the code is used; null for a sign-up. Throws SIGN_UP_NOT_ENABLED. */
function currentUser(call: CheckedRequest<RowOf<'auth.codeSignIn'>>, email: string): string | null {
  return findRecipient(call, lookedUpEmail(call.release, email))?.id ?? null;
}

/** Creates a user and returns the ID. Another code for the same email may have created the user in the meantime (wire/flows 3). */
function signUp(call: CheckedRequest<RowOf<'auth.codeSignIn'>>, email: string): string {
  const { store, project, random, release, caller } = call;
  const restriction = requireAllowedSignUp(call, project, { email, authMethod: 'otp', oauthProvider: null });
  return store.transaction(() => {
    if (findAuthChannel(store, project.key, storedEmail(release, email)) !== undefined) throw emailTaken(release, email);
    const account = { email: { id: uuid(random), value: email, isVerified: true }, usesCodes: true };
    const made = signUpAccount(call, project, caller.user, account);
    applyRestriction(call, made.key, restriction);
    return made.id;
  });
}
