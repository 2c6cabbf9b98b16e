import type { Account } from '../../../contract/bridge/accounts';
import { api } from '../../api';
import { currentPathname } from '../../lib/places/current-path';
import { fromHere } from '../../lib/places/open-path';
import { accountName } from '../../lib/rules/account-name';
import { useBackgroundTask } from '../../lib/use-background-task';
import { paths, placeOf } from '../../routes';
import { useSignOutDialog } from '../../stores/window/sign-out-dialog';
import { useToasts } from '../../ui/feedback/toasts';
import { useSignOut } from '../dialogs/use-sign-out';
import { isHiddenScreen } from '../hidden-screen';
import { queryClient } from '../startup/query-client';

/** Returns actions that switch and sign out accounts, and report it. */
export function useAccountActions() {
  const runTask = useBackgroundTask();
  const show = useToasts((state) => state.show);
  const ask = useSignOutDialog((state) => state.ask);
  const { signOut, signOutAll } = useSignOut();
  return {
    use: (account: Account) =>
      runTask(async () => {
        const open = fromHere();
        await api.accounts.use({ accountId: account.id });
        if (account.impersonationId !== undefined && isHiddenScreen(placeOf(currentPathname()).screen)) {
          open(paths.profile(account.connectionId));
        }
        await queryClient.invalidateQueries();
        show({ tone: 'good', title: (messages) => messages.t('shell.account.use', { name: accountName(messages, account) }) });
      }),
    signOut(account: Account) {
      if (endsMore(account)) ask({ connectionId: account.connectionId, accountId: account.id });
      else runTask(() => signOut(account));
    },
    signOutAll(connectionId: string, accounts: readonly Account[]) {
      if (accounts.some(endsMore)) ask({ connectionId, accountId: null });
      else runTask(() => signOutAll(connectionId, accounts));
    },
  };
}

/** Whether signing out also ends a session elsewhere, or deletes an anonymous account. */
function endsMore({ isShared, state }: Account): boolean {
  return isShared || state === 'anonymous';
}
