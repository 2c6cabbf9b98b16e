/** What every way in ends with: the tokens stored, the account known by its name. */
import type { SignedInStep } from '../../contract/bridge/sign-in';
import { AppError } from '../../contract/errors';
import { catalogue } from '../../contract/service/index';
import type { Sender, Target } from '../service/send';
import type { Sessions } from '../session/sessions';

/** The service's answer to a sign-in (endpoints 0.11). */
export interface SignedIn {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly user_id: string;
  readonly is_new_user?: boolean | undefined;
}

export interface SignInParts {
  readonly sender: Sender;
  readonly sessions: Sessions;
  /** Where a connection's calls go; its server's time is learned on the way. */
  readonly timedTarget: (connectionId: string) => Promise<Target>;
  /** Fails with `read-only-connection` where nothing may be changed, which signing in does not. */
  readonly assertWritable: (connectionId: string) => void;
}

/** Asks for a session once it is known that its tokens can be kept: a code or an attempt is not spent on a locked keychain. */
export async function askForSession<T extends SignedIn>({ sessions }: Pick<SignInParts, 'sessions'>, ask: () => Promise<T>): Promise<T> {
  await sessions.assertReady();
  return ask();
}

/** What is known beside the service's answer. */
export type Outcome = Pick<SignedInStep, 'isNewUser'> & Partial<Pick<SignedInStep, 'upgraded' | 'goTo'>>;

/** Makes an account of a service's answer. Fails when its tokens cannot be kept, or no longer count. */
export async function finishSignIn(
  parts: SignInParts,
  connectionId: string,
  signedIn: SignedIn,
  { isNewUser, upgraded = false, goTo = null }: Outcome,
): Promise<SignedInStep> {
  const { refresh_token: refreshToken, access_token: accessToken, user_id: userId } = signedIn;
  const accountId = await parts.sessions.add({ connectionId, userId, refreshToken, accessToken });
  await introduce(parts, accountId, connectionId);
  return { step: 'signed-in', accountId, isNewUser, upgraded, goTo };
}

/** Asks who the account's user is. One that cannot be asked is signed in all the same. */
export async function introduce({ sender, sessions, timedTarget }: SignInParts, accountId: string, connectionId: string): Promise<void> {
  const session = sessions.source(accountId, connectionId);
  try {
    const user = await sender.send(catalogue.users.me, 'account', await timedTarget(connectionId), {}, { session });
    await sessions.describe(connectionId, user);
  } catch (thrown) {
    // The name comes with the next answer that has it.
    if (!(thrown instanceof AppError) || thrown.code === 'session-ended' || thrown.code === 'signed-out') throw thrown;
  }
}
