/** Handlers of the bridge's calls about accounts. */
import type { Bridge } from '../../contract/bridge/index';
import type { Handlers } from '../../contract/kit';
import { catalogue } from '../../contract/service/index';
import type { Gateway } from '../gateway/create-gateway';
import type { Caller } from '../runtime/caller';
import type { PendingWrites } from '../runtime/pending';
import type { Sessions } from '../session/sessions';
import { type DeleteUserDeps, deleteUser } from './delete-user';
import type { ResolveAccount } from './resolve-account';

export interface AccountHandlersDeps extends DeleteUserDeps {
  readonly sessions: Sessions;
  readonly resolveAccount: ResolveAccount;
  readonly pendingWrites: PendingWrites;
  readonly checkChange: Gateway['checkChange'];
}

/** Creates the handlers of the bridge's `accounts` calls. */
export function createAccountHandlers(deps: AccountHandlersDeps): Handlers<Bridge, Caller>['accounts'] {
  const { accounts, sessions, resolveAccount, pendingWrites, checkChange } = deps;
  return {
    list: async () => accounts.get(),
    async use({ accountId }) {
      await pendingWrites.add(sessions.use(accountId));
      return null;
    },
    signOut: ({ accountId }) => pendingWrites.add(sessions.signOut(accountId)),
    signOutAll: ({ connectionId }) => pendingWrites.add(sessions.signOutAll(connectionId)),
    async deleteUser(request, caller) {
      const { accountId } = request;
      const account = accounts.get().value.find(({ id }) => id === accountId);
      if (account !== undefined) {
        const { connectionId } = account;
        const row = catalogue.users.deleteMe;
        checkChange({ name: 'users.deleteMe', row, actor: 'account', connectionId, accountId, input: {} }, caller);
      }
      await pendingWrites.add(deleteUser(deps, request));
      return null;
    },
    need: ({ connectionId, orElse }) => pendingWrites.add(resolveAccount(connectionId, orElse)),
  };
}
