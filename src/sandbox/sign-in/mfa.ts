/** Two-factor authentication (wire/endpoints 1.4, wire/flows 2). */
import type { RowOf } from '../../contract/service';
import { markCodeUsed } from '../codes/code-store';
import { checkCode } from '../codes/codes';
import type { Handler } from '../server/context';
import { knownError } from '../server/failures';
import { reply } from '../server/respond';
import { startSession } from '../sessions/access-tokens';
import { findUser } from '../users/user-store';
import { isCurrentTotp, type MfaAttempt } from './second-factor';

/** Signs in with an attempt code and a TOTP code. A wrong TOTP code leaves the attempt code usable. */
export const mfaSignIn: Handler<RowOf<'auth.mfaSignIn'>> = {
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
