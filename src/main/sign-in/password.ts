/** Signing in and up with a password. */
import type { SignInStep } from '../../contract/bridge/sign-in';
import { AppError, fail } from '../../contract/errors';
import { passwordBytes, passwordLength } from '../../contract/limits';
import { catalogue } from '../../contract/service/index';
import type { Sender, Target } from '../service/send';
import type { Sessions } from '../session/sessions';

export interface Credentials {
  readonly connectionId: string;
  readonly email: string;
  readonly password: string;
}

export interface PasswordSignIn {
  /** Fails with the service's own error, without the parts of it that are secret. */
  signIn(credentials: Credentials): Promise<SignInStep>;
  /** Refuses a password the service would refuse before anything is sent: `bad-input` at `password`. */
  signUp(credentials: Credentials): Promise<SignInStep>;
}

/** Where the verification mail's link leads: the app's own handler on this machine. */
const verificationCallback = 'http://localhost:47810/handler/email-verification';

interface SignedIn {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly user_id: string;
  readonly is_new_user?: boolean | undefined;
}

export function createPasswordSignIn(
  sender: Sender,
  sessions: Sessions,
  target: (connectionId: string) => Promise<Target>,
): PasswordSignIn {
  const timedTarget = async (connectionId: string) => sessions.timed(connectionId, await target(connectionId));
  const introduce = async (accountId: string, connectionId: string): Promise<void> => {
    const session = sessions.source(accountId, connectionId);
    try {
      await sessions.describe(
        connectionId,
        await sender.send(catalogue.users.me, 'account', await timedTarget(connectionId), {}, { session }),
      );
    } catch (thrown) {
      // Signed in all the same; the name comes with the next answer that has it.
      if (!(thrown instanceof AppError) || thrown.code === 'session-ended' || thrown.code === 'signed-out') throw thrown;
    }
  };
  const finish = async (connectionId: string, signedIn: SignedIn, isNewUser: boolean): Promise<SignInStep> => {
    const { refresh_token: refreshToken, access_token: accessToken, user_id: userId } = signedIn;
    const accountId = await sessions.add({ connectionId, userId, refreshToken, accessToken });
    await introduce(accountId, connectionId);
    return { step: 'signed-in', accountId, isNewUser };
  };
  return {
    async signIn({ connectionId, email, password }) {
      const signedIn = await withoutSecrets(
        sender.send(catalogue.auth.passwordSignIn, 'none', await timedTarget(connectionId), { body: { email, password } }),
      );
      return finish(connectionId, signedIn, signedIn.is_new_user ?? false);
    },
    async signUp({ connectionId, email, password }) {
      assertPassword(password);
      const body = { email, password, verification_callback_url: verificationCallback };
      return finish(
        connectionId,
        await withoutSecrets(sender.send(catalogue.auth.passwordSignUp, 'none', await timedTarget(connectionId), { body })),
        true,
      );
    },
  };
}

function assertPassword(password: string): void {
  const tooLong = password.length > passwordLength.max || new TextEncoder().encode(password).length > passwordBytes;
  if (password.length < passwordLength.min || tooLong) throw fail('bad-input', { path: 'password' });
}

/** An attempt code in the details would let a renderer finish the sign-in: it stays here. */
async function withoutSecrets<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    const { details: _secret, ...report } = thrown.report;
    throw new AppError(report, { cause: thrown });
  }
}
