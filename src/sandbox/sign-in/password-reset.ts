/** Forgotten passwords: a mailed code, and a new password for it (wire/endpoints 1.1, wire/flows 10). */
import type { RowOf } from '../../contract/service';
import { emailedCodeTtlMillis, issueCode, useCode } from '../codes/codes';
import { linkWithCode, sendTemplatedEmail } from '../emails/templated-email';
import { requireTrustedUrl } from '../projects/trusted-urls';
import type { Random } from '../random';
import type { CheckedRequest, Handler } from '../server/context';
import { knownError } from '../server/failures';
import { reply } from '../server/respond';
import { deleteSessionsOfUser } from '../sessions/session-store';
import { findUser, findUserByAuthEmail, type UserRow, updateUser } from '../users/user-store';
import { hashPassword, requireLongEnough, requirePasswordSignIn } from './passwords';

/** What a code of purpose `password-reset` is about. */
interface ResetCode {
  readonly user_id: string;
}

/**
 * Mails a link to whoever signs in with that address, with or without a password so far. An unknown address gets the same
 * answer after about as long as a mail takes (wire/limits 4).
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

/** Sets the password and ends every session. The code is used up even when the password is refused (wire/flows 8). */
export const resetPassword: Handler<RowOf<'auth.resetPassword'>> = {
  ignoresQuery: true,
  async run(call) {
    const { project, store, body } = call;
    const { user_id } = useCode<ResetCode>(call, project, 'password-reset', body.code);
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

/** Two to three seconds. */
function pauseMillis(random: Random): number {
  return 2000 + Math.round((Buffer.from(random(2)).readUInt16BE() / 0xffff) * 1000);
}
