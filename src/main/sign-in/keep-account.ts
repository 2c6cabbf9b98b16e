/** Completes connecting a provider: the account keeps its own session. */
import type { SignedInStep } from '../../contract/bridge/sign-in';
import { AppError } from '../../contract/errors';
import type { Place } from '../connections/records/place';
import type { Clock } from '../ports';
import { revokeRemoteSession } from '../session/session-calls';
import { type FinishDeps, readAccountUser, type SignedIn } from './finish';

/**
 * Revokes the session that the service started for the same user (wire/flows 5.2), also after two-factor authentication. Revokes nothing if
 * the service returned the account’s own session, or if that can’t be read to compare the two.
 */
export async function keepAccount(
  deps: FinishDeps & { readonly clock: Clock },
  place: Place,
  accountId: string,
  signedIn: SignedIn,
): Promise<SignedInStep> {
  const { access_token: access, refresh_token: refresh } = signedIn;
  if (!(await isSpare(deps, place, accountId, refresh))) return kept(deps, place, accountId);
  const spare = { tokens: async () => ({ access, refresh }), refuse: () => undefined };
  await revokeRemoteSession(deps.sender, deps.clock, () => deps.sessions.target(place.connectionId, place.destination), spare);
  return kept(deps, place, accountId);
}

async function kept(deps: FinishDeps, place: Place, accountId: string): Promise<SignedInStep> {
  const user = await readAccountUser(deps, accountId, place);
  return { step: 'signed-in', accountId, user, isNewUser: false, upgraded: false, goTo: null };
}

/** Error codes of accounts whose own session needs no protection anymore. */
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
