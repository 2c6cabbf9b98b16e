/** Sign-up and sign-in with a password (wire/endpoints 1.1, wire/flows 2). */
import type { RowOf } from '../../contract/service';
import { sendVerificationEmail } from '../emails/templated-email';
import { uuid } from '../random';
import type { CheckedRequest, Handler } from '../server/context';
import { emailTaken, knownError } from '../server/failures';
import { reply } from '../server/respond';
import { startSession } from '../sessions/access-tokens';
import { createAccount } from '../users/create-account';
import { findUserByAuthEmail } from '../users/user-store';
import { hashPassword, matchesPassword, requireLongEnough, requirePasswordSignIn } from './passwords';
import { requireNoSecondFactor } from './second-factor';

/** Creates a user, signs in, and emails the verification link. An untrusted link is silently not sent. */
export const passwordSignUp: Handler<RowOf<'auth.passwordSignUp'>> = {
  ignoresQuery: true,
  async run(call) {
    const { project, store, body, random } = call;
    requirePasswordSignIn(project);
    requireLongEnough(body.password);
    if (!project.config.sign_up_enabled) throw knownError('SIGN_UP_NOT_ENABLED');
    requireFreeEmail(call);
    const passwordHash = await hashPassword(body.password);
    const channelId = uuid(random);
    const created = store.transaction(() => {
      // Another request may have taken the email during hashing.
      requireFreeEmail(call);
      return createAccount(call, project, { passwordHash, email: { id: channelId, value: body.email, isVerified: false } });
    });
    const callbackUrl = body.verification_callback_url;
    const to = { email: body.email, userId: created.id, channelId, displayName: null, callbackUrl };
    sendVerificationEmail(call, project, to, 'background');
    return reply(await startSession(call, project, created));
  },
};

/** Signs in with any email used for sign-in, verified or not. Two-factor authentication interrupts with an attempt code. */
export const passwordSignIn: Handler<RowOf<'auth.passwordSignIn'>> = {
  ignoresQuery: true,
  async run(call) {
    const { project, store, body } = call;
    requirePasswordSignIn(project);
    const user = findUserByAuthEmail(store, project.key, body.email);
    const hash = user?.password_hash ?? null;
    if (user === undefined || hash === null || !(await matchesPassword(body.password, hash))) throw knownError('EMAIL_PASSWORD_MISMATCH');
    requireNoSecondFactor(call, project, user);
    return reply(await startSession(call, project, user));
  },
};

function requireFreeEmail({ store, project, body: { email } }: CheckedRequest<RowOf<'auth.passwordSignUp'>>): void {
  if (findUserByAuthEmail(store, project.key, email) !== undefined) throw emailTaken(email);
}
