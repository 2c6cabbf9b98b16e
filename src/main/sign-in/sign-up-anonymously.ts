/** Anonymous accounts. */
import type { SignedInStep } from '../../contract/bridge/sign-in';
import { catalogue } from '../../contract/service/index';
import { placeOf } from '../connections/records/place';
import type { AssertWritable } from '../gateway/safety';
import { type FinishDeps, finishSignIn, requestSession } from './finish';

export interface AnonymousDeps extends FinishDeps {
  readonly assertWritable: AssertWritable;
}

/** Signs up an anonymous user and signs it in. Throws ANONYMOUS_ACCOUNTS_NOT_ENABLED if the project doesn't allow that. */
export async function signUpAnonymously(deps: AnonymousDeps, connectionId: string): Promise<SignedInStep> {
  const assertAllowed = () => deps.assertWritable(connectionId);
  assertAllowed();
  const place = placeOf(deps, { connectionId });
  const target = await deps.sessions.target(connectionId, place.destination);
  const signedIn = await requestSession(deps, () =>
    deps.sender.send(catalogue.auth.anonymousSignUp, 'none', target, {}, { assertAllowed }),
  );
  return finishSignIn(deps, place, signedIn, { isNewUser: true });
}
