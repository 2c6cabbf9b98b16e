/** Handlers of sign-in and passwords. */

import type { RowOf } from '#contract/service/index.ts';
import { createCodeCheck } from '../codes/check-code';
import { checkCode, emailedCodeTtlMillis, issueCode, redeemCode } from '../codes/codes';
import { linkWithCode, sendTemplatedEmail, sendVerificationEmail } from '../emails/templated-email';
import type { CheckedRequest, Handler, HandlersOf, SandboxContext } from '../http/context';
import { emailTaken, knownError, plainFailure } from '../http/failures';
import { requireUser } from '../http/requirements';
import { reply } from '../http/respond';
import { requireTrustedUrl } from '../http/trusted-urls';
import { type Random, uuid } from '../random';
import { lookedUpEmail, storedEmail } from '../releases/email-case';
import { readDemoProjectId } from '../seed/main-projects';
import { startSession } from '../sessions/access-tokens';
import { applyRestriction, requireAllowedSignUp } from '../sign-up-rules/evaluate-rules';
import { markCodeUsed } from '../stores/code-store';
import type { Project } from '../stores/project-store';
import { deleteSessionsOfUser } from '../stores/session-store';
import { findUser, findUserByAuthEmail, type UserRow, updateUser } from '../stores/user-store';
import { createAccount, signUpAccount } from '../users/create-account';
import { hashPassword, matchesPassword, requireLongEnough, requirePasswordSignIn } from '../users/passwords';
import { codeSignIn, sendSignInCode } from './one-time-code';
import { isCurrentTotp, type MfaAttempt, requireNoSecondFactor } from './second-factor';
import { type PasswordSignUp, requireNoBot, signUpInput } from './sign-up-input';

/** Data of a code for `password-reset`. */
interface ResetCode {
  readonly user_id: string;
}

/**
 * Emails a reset link to the user who signs in with this address, also without a password.
 *
 * An unknown address gets the same response after about the same time as an email takes (wire/limits 4).
 */
const sendPasswordReset: Handler<RowOf<'auth.sendPasswordReset'>> = {
  ignoresQuery: true,
  async run(call) {
    const { project, store, body } = call;
    requirePasswordSignIn(project);
    const user = findUserByAuthEmail(store, project.key, lookedUpEmail(call.release, body.email));
    if (user === undefined) await call.clock.wait(pauseMillis(call.random));
    else sendResetEmail(call, user);
    return reply({ success: 'maybe, only if user with e-mail exists' });
  },
};

/** Sets the password and ends all sessions. The code is used up even if the password is rejected (wire/flows 8). */
const resetPassword: Handler<RowOf<'auth.resetPassword'>> = {
  ignoresQuery: true,
  async run(call) {
    const { project, store, body } = call;
    const { user_id } = redeemCode<ResetCode>(call, project, 'password-reset', body.code);
    requirePasswordSignIn(project);
    requireLongEnough(body.password);
    const password_hash = await hashPassword(body.password);
    const user = findUser(store, project.key, user_id);
    if (user === undefined) throw knownError('USER_NOT_FOUND');
    store.transaction(() => {
      updateUser(store, user.key, { password_hash });
      deleteSessionsOfUser(store, user.key);
    });
    return reply({ success: true as const });
  },
};

function sendResetEmail(call: CheckedRequest<RowOf<'auth.sendPasswordReset'>>, user: UserRow): void {
  const { project, body } = call;
  requireTrustedUrl(call.release, body.callback_url, project.config);
  const data: ResetCode = { user_id: user.id };
  const { code } = issueCode(call, project, { purpose: 'password-reset', data, ttlMillis: emailedCodeTtlMillis });
  const values = { userDisplayName: user.display_name, passwordResetLink: linkWithCode(body.callback_url, code) };
  sendTemplatedEmail(call, project, lookedUpEmail(call.release, body.email), { type: 'password_reset', values });
}

/** Returns 2 to 3 seconds. */
function pauseMillis(random: Random): number {
  return 2000 + Math.round((Buffer.from(random(2)).readUInt16BE() / 0xffff) * 1000);
}

/**
 * Creates a user, or upgrades the anonymous one who is signed in, and emails the verification link. An untrusted link is silently not sent,
 * and from 2.8.16 on refused.
 */
const passwordSignUp: Handler<RowOf<'auth.passwordSignUp'>, PasswordSignUp> = {
  ignoresQuery: true,
  accepts: signUpInput,
  async run(call) {
    const { project, store, random, caller, release } = call;
    const body: PasswordSignUp = call.body;
    const email = storedEmail(release, body.email);
    const callbackUrl = body.verification_callback_url;
    requirePasswordSignIn(project);
    if (callbackUrl !== undefined && release.has('checked-sign-up-url')) requireTrustedUrl(release, callbackUrl, project.config);
    // Later releases check whether sign-up is possible first (wire/later 2).
    const isLater = release.has('bot-challenge');
    if (!isLater) requireLongEnough(body.password);
    if (!project.config.sign_up_enabled) throw knownError('SIGN_UP_NOT_ENABLED');
    if (isLater) requireLongEnough(body.password);
    requireNoBot(call, body);
    const restriction = requireAllowedSignUp(call, project, { email, authMethod: 'password', oauthProvider: null });
    requireFreeEmail(call, email);
    const passwordHash = await hashPassword(body.password);
    const channelId = uuid(random);
    const created = store.transaction(() => {
      // Another request may have taken the email during hashing.
      requireFreeEmail(call, email);
      const account = { passwordHash, email: { id: channelId, value: email, isVerified: false } };
      const made = signUpAccount(call, project, caller.user, account);
      applyRestriction(call, made.key, restriction);
      return made;
    });
    const to = { email, userId: created.id, channelId, displayName: null, callbackUrl };
    sendVerificationEmail(call, project, to, 'background');
    // An anonymous user who signs up may have a second factor already (wire/flows 2).
    if (created.id === caller.user?.id) requireNoSecondFactor(call, project, caller.user, true);
    return reply(await startSession(call, project, created));
  },
};

/** Signs in with any email used for sign-in, verified or not. Two-factor authentication interrupts with an attempt code. */
const passwordSignIn: Handler<RowOf<'auth.passwordSignIn'>> = {
  ignoresQuery: true,
  async run(call) {
    const { project, store, body } = call;
    requirePasswordSignIn(project);
    const user = findUserByAuthEmail(store, project.key, lookedUpEmail(call.release, body.email));
    const hash = user?.password_hash ?? null;
    if (user === undefined || hash === null || !(await matchesPassword(body.password, hash))) throw knownError('EMAIL_PASSWORD_MISMATCH');
    requireNoSecondFactor(call, project, user);
    return reply(await startSession(call, project, user));
  },
};

function requireFreeEmail({ store, project, release }: SandboxContext & { readonly project: Project }, email: string): void {
  if (findUserByAuthEmail(store, project.key, email) !== undefined) throw emailTaken(release, email);
}

/** Sets the first password of a user; sessions are kept. */
const setPassword: Handler<RowOf<'auth.setPassword'>> = {
  ignoresQuery: true,
  needsUser: true,
  async run({ caller, project, store, body }) {
    const user = requireUser(caller);
    requirePasswordSignIn(project);
    requireLongEnough(body.password);
    const requireNone = (hash: string | null | undefined) => {
      if (hash !== null) throw plainFailure(400, 'User already has a password set.');
    };
    requireNone(user.password_hash);
    const password_hash = await hashPassword(body.password);
    store.transaction(() => {
      // Another request may have set a password during hashing.
      requireNone(findUser(store, project.key, user.id)?.password_hash);
      updateUser(store, user.key, { password_hash });
    });
    return reply({ success: true as const });
  },
};

/** Changes the password and ends all sessions except that of `x-stack-refresh-token`. */
const updatePassword: Handler<RowOf<'auth.updatePassword'>> = {
  ignoresQuery: true,
  needsUser: true,
  async run({ caller, project, store, body, header }) {
    const user = requireUser(caller);
    requirePasswordSignIn(project);
    requireLongEnough(body.new_password);
    if (user.password_hash === null) throw knownError('USER_DOES_NOT_HAVE_PASSWORD');
    if (!(await matchesPassword(body.old_password, user.password_hash))) throw knownError('PASSWORD_CONFIRMATION_MISMATCH');
    const password_hash = await hashPassword(body.new_password);
    store.transaction(() => {
      // Another request may have changed the password during hashing.
      const current = findUser(store, project.key, user.id)?.password_hash;
      if (current !== user.password_hash) throw knownError('PASSWORD_CONFIRMATION_MISMATCH');
      updateUser(store, user.key, { password_hash });
      deleteSessionsOfUser(store, user.key, header('x-stack-refresh-token'));
    });
    return reply({ success: true as const });
  },
};

/** Signs in with an attempt code and a TOTP code. A wrong TOTP code leaves the attempt code usable. */
const mfaSignIn: Handler<RowOf<'auth.mfaSignIn'>> = {
  ignoresQuery: true,
  async run(call) {
    const { project, store, clock, body } = call;
    const row = checkCode(call, project, 'mfa-attempt', body.code);
    const attempt: MfaAttempt = JSON.parse(row.data);
    const user = findUser(store, project.key, attempt.user_id);
    if (user === undefined || !isCurrentTotp(user.totp_secret, body.totp, clock.now())) throw knownError('INVALID_TOTP_CODE');
    markCodeUsed(store, row.code, clock.now());
    return reply({ ...(await startSession(call, project, user)), is_new_user: attempt.is_new_user });
  },
};

/** Creates an anonymous user and signs in, whatever tokens the request has. From 2.8.34 on, every project has anonymous users. */
const anonymousSignUp: Handler<RowOf<'auth.anonymousSignUp'>> = {
  ignoresQuery: true,
  async run(call) {
    const { project, store, release } = call;
    // The baseline allows this in `internal` and in fixed projects, here the demo project (wire/flows 7).
    const isFixed = project.id === 'internal' || (project.id === readDemoProjectId(store) && !release.has('internal-anonymous-only'));
    if (!isFixed && !release.has('anonymous-opt-in')) throw knownError('ANONYMOUS_ACCOUNTS_NOT_ENABLED');
    const user = store.transaction(() =>
      createAccount(call, project, { displayName: release.has('anonymous-opt-in') ? null : 'Anonymous user', isAnonymous: true }),
    );
    return reply(await startSession(call, project, user));
  },
};

export const signInHandlers = {
  'auth.passwordSignUp': passwordSignUp,
  'auth.passwordSignIn': passwordSignIn,
  'auth.sendPasswordReset': sendPasswordReset,
  'auth.checkPasswordReset': createCodeCheck('password-reset'),
  'auth.resetPassword': resetPassword,
  'auth.setPassword': setPassword,
  'auth.updatePassword': updatePassword,
  'auth.sendSignInCode': sendSignInCode,
  'auth.checkSignInCode': createCodeCheck('one-time-password'),
  'auth.codeSignIn': codeSignIn,
  'auth.mfaSignIn': mfaSignIn,
  'auth.anonymousSignUp': anonymousSignUp,
} satisfies Partial<HandlersOf<'auth'>>;
