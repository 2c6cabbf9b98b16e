/** Handlers of the bridge's calls about accounts. */
import type { Bridge } from '../../contract/bridge/index';
import type { Handlers } from '../../contract/kit';
import type { Caller } from '../runtime/caller';
import type { PendingWrites } from '../runtime/pending';
import type { Sessions } from '../session/sessions';
import { type DeleteUserDeps, deleteUser } from './delete-user';

export interface AccountHandlersDeps extends DeleteUserDeps {
  readonly sessions: Sessions;
  readonly pendingWrites: PendingWrites;
}

/** Creates the handlers of the bridge's `accounts` calls. */
export function createAccountHandlers(deps: AccountHandlersDeps): Handlers<Bridge, Caller>['accounts'] {
  const { accounts, sessions, pendingWrites } = deps;
  return {
    list: async () => accounts.get(),
    async use({ accountId }) {
      await pendingWrites.add(sessions.use(accountId));
      return null;
    },
    signOut: ({ accountId }) => pendingWrites.add(sessions.signOut(accountId)),
    signOutAll: ({ connectionId }) => pendingWrites.add(sessions.signOutAll(connectionId)),
    async deleteUser(request, caller) {
      await pendingWrites.add(deleteUser(deps, request, caller));
      return null;
    },
  };
}
