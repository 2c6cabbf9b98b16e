/** Sign-up and sign-in with a password (endpoints 1.1, flows 2). */
import type { RowOf } from '../../contract/service';
import type { Call, Handler } from '../context';
import { known } from '../failures';
import { sendVerificationMail } from '../mail';
import { welcomeUser } from '../membership';
import { hashPassword, matchesPassword, requireLongEnough } from '../passwords';
import { uuid } from '../random';
import { reply } from '../respond';
import { requireNoSecondFactor } from '../second-factor';
import { insertChannel } from '../store/channels';
import type { Project } from '../store/projects';
import { findUserByAuthEmail, insertUser } from '../store/users';
import { startSession } from '../tokens';

/** Creates a user, signs in, and mails the verification link; an untrusted link is not mailed and fails nothing. */
export const passwordSignUp: Handler<RowOf<'auth.passwordSignUp'>> = {
  ignoresQuery: true,
  async run(call) {
    const { project, store, body } = call;
    requirePasswords(project);
    requireLongEnough(body.password);
    if (!project.config.sign_up_enabled) throw known('SIGN_UP_NOT_ENABLED');
    requireFreeEmail(call);
    const passwordHash = await hashPassword(body.password);
    const created = store.transaction(() => {
      // Hashing takes a while: somebody else may have taken the address meanwhile.
      requireFreeEmail(call);
      return createUser(call, passwordHash);
    });
    sendVerificationMail(call, project, {
      email: body.email,
      userId: created.id,
      channelId: created.channelId,
      displayName: null,
      callbackUrl: body.verification_callback_url,
    });
    return reply(await startSession(call, project, created));
  },
};

/** Signs in with any address used for auth, verified or not; a second factor interrupts with an attempt code. */
export const passwordSignIn: Handler<RowOf<'auth.passwordSignIn'>> = {
  ignoresQuery: true,
  async run(call) {
    const { project, store, body } = call;
    requirePasswords(project);
    const user = findUserByAuthEmail(store, project.key, body.email);
    const hash = user?.password_hash ?? null;
    if (user === undefined || hash === null || !(await matchesPassword(body.password, hash))) throw known('EMAIL_PASSWORD_MISMATCH');
    requireNoSecondFactor(call, project, user);
    return reply(await startSession(call, project, user));
  },
};

type SignUpCall = Call<RowOf<'auth.passwordSignUp'>>;

function requirePasswords(project: Project): void {
  if (!project.config.credential_enabled) throw known('PASSWORD_AUTHENTICATION_NOT_ENABLED');
}

function requireFreeEmail({ store, project, body: { email } }: SignUpCall): void {
  if (findUserByAuthEmail(store, project.key, email) !== undefined) throw known('USER_EMAIL_ALREADY_EXISTS', { email }, { email });
}

function createUser(call: SignUpCall, passwordHash: string): { key: number; id: string; channelId: string } {
  const { store, project, clock, random, body } = call;
  const now = clock.now();
  const id = uuid(random);
  const channelId = uuid(random);
  const key = insertUser(store, { id, project: project.key, displayName: null, passwordHash, now });
  const flags = { isPrimary: true, isVerified: false, usedForAuth: true };
  insertChannel(store, { id: channelId, project: project.key, user: key, value: body.email, ...flags, now });
  welcomeUser(call, project, { key, displayName: null, email: body.email });
  return { key, id, channelId };
}
