/** What every way in ends with: the tokens stored, the account known by its name. */
import type { SignedInStep } from '../../contract/bridge/sign-in';
import { AppError } from '../../contract/errors';
import { catalogue } from '../../contract/service/index';
import type { ClientUser } from '../../contract/service/models';
import type { Sender, Target, TokenSource } from '../service/send';
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

/**
 * Makes an account of a service's answer, and meanwhile asks who its user is. Fails when its tokens cannot be kept, or no
 * longer count.
 */
export async function finishSignIn(
  parts: SignInParts,
  connectionId: string,
  signedIn: SignedIn,
  { isNewUser, upgraded = false, goTo = null }: Outcome,
): Promise<SignedInStep> {
  const { refresh_token: refreshToken, access_token: accessToken, user_id: userId } = signedIn;
  const adding = parts.sessions.add({ connectionId, userId, refreshToken, accessToken });
  const kept = adding.then((id) => parts.sessions.source(id, connectionId));
  const fresh = { access: accessToken, refresh: refreshToken };
  const [accountId, user] = await Promise.all([adding, readUser(parts, connectionId, freshTokens(fresh, kept))]);
  if (user !== null) await parts.sessions.describe(connectionId, user);
  return { step: 'signed-in', accountId, user, isNewUser, upgraded, goTo };
}

/** Asks who the account's user is; null for one that cannot be asked, which is signed in all the same. */
export async function introduce(parts: SignInParts, accountId: string, connectionId: string): Promise<ClientUser | null> {
  const user = await readUser(parts, connectionId, parts.sessions.source(accountId, connectionId));
  if (user !== null) await parts.sessions.describe(connectionId, user);
  return user;
}

/** Null for one that cannot be asked: the name comes with the next answer that has it. */
async function readUser({ sender, timedTarget }: SignInParts, connectionId: string, session: TokenSource): Promise<ClientUser | null> {
  try {
    return await sender.send(catalogue.users.me, 'account', await timedTarget(connectionId), {}, { session });
  } catch (thrown) {
    if (!(thrown instanceof AppError) || thrown.code === 'session-ended' || thrown.code === 'signed-out') throw thrown;
    return null;
  }
}

/** The tokens of an account that is still being stored; once they are refused, those of its session. */
function freshTokens(fresh: { readonly access: string; readonly refresh: string }, kept: Promise<TokenSource>): TokenSource {
  // Whoever stores the account hears of it.
  kept.catch(() => undefined);
  let isRefused = false;
  return {
    tokens: async () => (isRefused ? (await kept).tokens() : fresh),
    refuse(access) {
      isRefused = true;
      kept.then((session) => session.refuse(access)).catch(() => undefined);
    },
  };
}
