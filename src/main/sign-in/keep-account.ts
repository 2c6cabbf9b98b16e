/** The end of connecting a provider: the account stays signed in as it was. */
import type { SignedInStep } from '../../contract/bridge/sign-in';
import { AppError } from '../../contract/errors';
import type { Place } from '../connections/records/place';
import type { Clock } from '../ports';
import { revokeRemoteSession } from '../session/session-calls';
import { type FinishDeps, readAccountUser, type SignedIn } from './finish';

/**
 * Ends the session that the service started for the same user (wire/flows 5.2), also after a second step; the account keeps its own. Nothing
 * is ended where the service returned the account’s own session, or where that can’t be read to compare the two.
 */
export async function keepAccount(
  parts: FinishDeps & { readonly clock: Clock },
  place: Place,
  accountId: string,
  signedIn: SignedIn,
): Promise<SignedInStep> {
  const { access_token: access, refresh_token: refresh } = signedIn;
  if (!(await isSpare(parts, place, accountId, refresh))) return kept(parts, place, accountId);
  const spare = { tokens: async () => ({ access, refresh }), refuse: () => undefined };
  await revokeRemoteSession(parts.sender, parts.clock, () => parts.sessions.target(place.connectionId, place.destination), spare);
  return kept(parts, place, accountId);
}

async function kept(parts: FinishDeps, place: Place, accountId: string): Promise<SignedInStep> {
  const user = await readAccountUser(parts, accountId, place);
  return { step: 'signed-in', accountId, user, isNewUser: false, upgraded: false, goTo: null };
}

/** Codes of an account whose own session needs no protection any longer. */
const missing: ReadonlySet<string> = new Set(['unknown-account', 'signed-out', 'session-ended']);

async function isSpare({ sessions }: FinishDeps, { connectionId }: Place, accountId: string, refreshToken: string): Promise<boolean> {
  try {
    const { refresh } = await sessions.source(accountId, connectionId).tokens();
    return refresh !== refreshToken;
  } catch (thrown) {
    if (thrown instanceof AppError) return missing.has(thrown.code);
    throw thrown;
  }
}
