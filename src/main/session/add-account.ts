/** Adds the account of a sign-in. */
import { fail } from '../../contract/errors';
import type { Clock } from '../ports';
import type { Sender } from '../remote/send';
import type { AccountRegistry } from './account-registry';
import { endReplaced } from './replaced-session';
import type { SessionTargets } from './session-targets';
import type { TokenStore } from './tokens/token-store';

export interface NewAccount {
  readonly connectionId: string;
  readonly userId: string;
  readonly refreshToken: string;
  readonly accessToken: string;
  /** Whether the session is also used elsewhere, by the site that handed it over. */
  readonly isShared?: boolean;
  /** The impersonation that the session belongs to. */
  readonly impersonationId?: string;
}

export interface AddAccountDeps {
  readonly registry: Pick<AccountRegistry, 'add'>;
  readonly targets: Pick<SessionTargets, 'target' | 'clockOf'>;
  readonly store: TokenStore;
  readonly sender: Sender;
  readonly clock: Clock;
  readonly newId: () => string;
}

/** Maximum number of tries to add an account while other processes are starting. */
const maxTries = 5;

/**
 * Stores the tokens, makes the account the connection's current one, and returns its ID. An existing account of the user keeps its ID, and
 * its previous session is ended at the service unless it is shared.
 */
export async function addAccount(deps: AddAccountDeps, account: NewAccount): Promise<string> {
  const { registry, targets, store, sender, clock, newId } = deps;
  const { connectionId, userId, refreshToken, accessToken, isShared = false, impersonationId } = account;
  const tokens = { refresh: refreshToken, access: accessToken };
  const handOvers = isShared ? [newId()] : [];
  // Read before the tokens are stored, because an older session of the user belongs to the connection's present target.
  const target = targets.target(connectionId).catch(() => null);
  const replacedDeps = { store, sender, clock, target, now: targets.clockOf(connectionId).now };
  for (let tries = 0; tries < maxTries; tries += 1) {
    const session = { tokenSet: newId(), connectionId, userId, handOvers, ...(impersonationId === undefined ? {} : { impersonationId }) };
    const accountId = await registry.add(session, tokens, (replaced) => endReplaced(replacedDeps, replaced, refreshToken));
    if (accountId !== null) return accountId;
  }
  throw fail('profile-busy');
}
