/** Accounts without a name. */
import type { SignedInStep } from '../../contract/bridge/sign-in';
import { catalogue } from '../../contract/service/index';
import { placeOf } from './complete-sign-in';
import { type FinishDeps, finishSignIn, requestSession } from './finish';

/** Has the service make an anonymous user and signs it in. Fails with ANONYMOUS_ACCOUNTS_NOT_ENABLED where it makes none. */
export async function signUpWithoutName(parts: FinishDeps, connectionId: string): Promise<SignedInStep> {
  const assertAllowed = () => parts.assertWritable(connectionId);
  assertAllowed();
  const place = placeOf(parts, { connectionId });
  const target = await parts.sessions.target(connectionId, place.destination);
  const signedIn = await requestSession(parts, () =>
    parts.sender.send(catalogue.auth.anonymousSignUp, 'none', target, {}, { assertAllowed }),
  );
  return finishSignIn(parts, place, signedIn, { isNewUser: true });
}
