/** The end of connecting a provider: the account stays signed in as it was. */
import type { SignedInStep } from '../../contract/bridge/sign-in';
import type { Clock } from '../ports';
import { endAtService } from '../session/session-calls';
import { introduce, type Place, type SignedIn, type SignInParts } from './finish';

/**
 * Ends the session that the service started for the same user (flows 5.2), also after a second step; the account keeps its own.
 */
export async function keepAccount(
  parts: SignInParts & { readonly clock: Clock },
  place: Place,
  accountId: string,
  signedIn: SignedIn,
): Promise<SignedInStep> {
  const { access_token: access, refresh_token: refresh } = signedIn;
  const spare = { tokens: async () => ({ access, refresh }), refuse: () => undefined };
  await endAtService(parts.sender, parts.clock, () => parts.timedTarget(place.connectionId, place.destination), spare);
  const user = await introduce(parts, accountId, place);
  return { step: 'signed-in', accountId, user, isNewUser: false, upgraded: false, goTo: null };
}
