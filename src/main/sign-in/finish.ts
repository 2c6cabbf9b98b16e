/** What every way in ends with: the tokens stored, the account known by its name. */
import type { SignedInStep } from '../../contract/bridge/sign-in';
import { AppError, fail } from '../../contract/errors';
import { catalogue } from '../../contract/service/index';
import type { ClientUser } from '../../contract/service/models/models';
import type { Place } from '../connections/records/place';
import type { Sender, TokenSource } from '../remote/send';
import type { NewAccount, Sessions } from '../session/sessions';

/** The service's answer to a sign-in (wire/endpoints 0.11). */
export interface SignedIn {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly user_id: string;
  readonly is_new_user?: boolean | undefined;
}

export interface FinishDeps {
  readonly sender: Sender;
  readonly sessions: Sessions;
  /** Identifies the server and the project that a connection points to; null for one that was removed. */
  readonly destinationOf: (connectionId: string) => string | null;
  /** Fails with `read-only-connection` where nothing may be changed, which signing in does not. */
  readonly assertWritable: (connectionId: string) => void;
}

/** Asks for a session once it is known that its tokens can be kept: a code or an attempt is not spent on a locked keychain. */
export async function requestSession<T extends SignedIn>({ sessions }: Pick<FinishDeps, 'sessions'>, ask: () => Promise<T>): Promise<T> {
  await sessions.assertReady();
  return ask();
}

/** What is known beside the service's answer. */
export type Outcome = Pick<SignedInStep, 'isNewUser'> &
  Partial<Pick<SignedInStep, 'upgraded' | 'goTo'>> & {
    /** The session is used elsewhere as well. */
    readonly isShared?: boolean;
  };

/**
 * Stores an account for a service's response, and requests its user at the same time. Fails when the tokens cannot be stored or
 * have ended, and with `connection-changed` when the connection points elsewhere by now: then no account is left.
 */
export async function finishSignIn(
  parts: FinishDeps,
  place: Place,
  signedIn: SignedIn,
  { isNewUser, upgraded = false, goTo = null, isShared = false }: Outcome,
): Promise<SignedInStep> {
  const { connectionId } = place;
  const { refresh_token: refreshToken, access_token: accessToken, user_id: userId } = signedIn;
  const adding = addAccount(parts, place, { connectionId, userId, refreshToken, accessToken, isShared });
  const kept = adding.then((id) => parts.sessions.source(id, connectionId));
  const fresh = { access: accessToken, refresh: refreshToken };
  const [accountId, user] = await Promise.all([adding, readUser(parts, place, freshTokens(fresh, kept))]);
  if (user !== null) await parts.sessions.describe(connectionId, user);
  return { step: 'signed-in', accountId, user, isNewUser, upgraded, goTo };
}

/** Asks who the account's user is; null for one that cannot be asked, which is signed in all the same. */
export async function readAccountUser(parts: FinishDeps, accountId: string, place: Place): Promise<ClientUser | null> {
  const { connectionId } = place;
  const user = await readUser(parts, place, parts.sessions.source(accountId, connectionId));
  if (user !== null) await parts.sessions.describe(connectionId, user);
  return user;
}

/** Null for one that cannot be asked: the name comes with the next answer that has it. */
async function readUser({ sender, sessions }: FinishDeps, place: Place, session: TokenSource): Promise<ClientUser | null> {
  try {
    const target = await sessions.target(place.connectionId, place.destination);
    return await sender.send(catalogue.users.me, 'account', target, {}, { session });
  } catch (thrown) {
    if (!(thrown instanceof AppError) || thrown.code === 'session-ended' || thrown.code === 'signed-out') throw thrown;
    return null;
  }
}

/** Tokens of one server must not be stored for a connection that points to another. */
async function addAccount({ sessions, destinationOf }: FinishDeps, place: Place, account: NewAccount): Promise<string> {
  const isSamePlace = () => destinationOf(place.connectionId) === place.destination;
  if (!isSamePlace()) throw fail('connection-changed');
  const accountId = await sessions.add(account);
  if (isSamePlace()) return accountId;
  // An edit forgets the accounts that it finds, and this one may have come after.
  await sessions.forget(accountId).catch((thrown) => {
    if (!(thrown instanceof AppError) || thrown.code !== 'unknown-account') throw thrown;
  });
  throw fail('connection-changed');
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
