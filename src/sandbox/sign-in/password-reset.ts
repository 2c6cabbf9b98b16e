/** Password reset (wire/endpoints 1.1, wire/flows 10). */
import type { RowOf } from '../../contract/service';
import { emailedCodeTtlMillis, issueCode, redeemCode } from '../codes/codes';
import { linkWithCode, sendTemplatedEmail } from '../emails/templated-email';
import { requireTrustedUrl } from '../projects/trusted-urls';
import type { Random } from '../random';
import type { CheckedRequest, Handler } from '../server/context';
import { knownError } from '../server/failures';
import { reply } from '../server/respond';
import { deleteSessionsOfUser } from '../sessions/session-store';
import { findUser, findUserByAuthEmail, type UserRow, updateUser } from '../users/user-store';
import { hashPassword, requireLongEnough, requirePasswordSignIn } from './passwords';

/** Data of a code for `password-reset`. */
interface ResetCode {
  readonly user_id: string;
}

/**
 * Emails a reset link to the user who signs in with this address, also without a password.
 *
 * An unknown address gets the same response after about the same time as an email takes (wire/limits 4).
 */
export const sendPasswordReset: Handler<RowOf<'auth.sendPasswordReset'>> = {
  ignoresQuery: true,
  async run(call) {
    const { project, store, body } = call;
    requirePasswordSignIn(project);
    const user = findUserByAuthEmail(store, project.key, body.email);
    if (user === undefined) await call.clock.wait(pauseMillis(call.random));
    else sendResetEmail(call, user);
    return reply({ success: 'maybe, only if user with e-mail exists' });
  },
};

/** Sets the password and ends all sessions. The code is used up even if the password is rejected (wire/flows 8). */
export const resetPassword: Handler<RowOf<'auth.resetPassword'>> = {
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
  requireTrustedUrl(body.callback_url, project.config);
  const data: ResetCode = { user_id: user.id };
  const { code } = issueCode(call, project, { purpose: 'password-reset', data, ttlMillis: emailedCodeTtlMillis });
  const values = { userDisplayName: user.display_name, passwordResetLink: linkWithCode(body.callback_url, code) };
  sendTemplatedEmail(call, project, body.email, { type: 'password_reset', values });
}

/** Returns 2 to 3 seconds. */
function pauseMillis(random: Random): number {
  return 2000 + Math.round((Buffer.from(random(2)).readUInt16BE() / 0xffff) * 1000);
}
