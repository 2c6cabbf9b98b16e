/** Signing in and up with a password. */
import type { SignInStep } from '../../contract/bridge/sign-in';
import { AppError, fail } from '../../contract/errors';
import { passwordBytes, passwordLength } from '../../contract/limits';
import { catalogue } from '../../contract/service/index';
import { finishSignIn, type SignInParts } from './finish';

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

/** Creates the way in with a password. */
export function createPasswordSignIn(parts: SignInParts): PasswordSignIn {
  const { sender, timedTarget } = parts;
  return {
    async signIn({ connectionId, email, password }) {
      const body = { email, password };
      const signedIn = await withoutSecrets(sender.send(catalogue.auth.passwordSignIn, 'none', await timedTarget(connectionId), { body }));
      return finishSignIn(parts, connectionId, signedIn, signedIn.is_new_user ?? false);
    },
    async signUp({ connectionId, email, password }) {
      assertPassword(password);
      const body = { email, password, verification_callback_url: verificationCallback };
      const signedIn = await withoutSecrets(sender.send(catalogue.auth.passwordSignUp, 'none', await timedTarget(connectionId), { body }));
      return finishSignIn(parts, connectionId, signedIn, true);
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
