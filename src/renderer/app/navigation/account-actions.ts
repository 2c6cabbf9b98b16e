import type { Account } from '#contract/bridge/accounts.ts';
import { accessOf } from '#data/access.ts';
import { api } from '#data/api.ts';
import { queryClient } from '#data/query-client.ts';
import { findConnection } from '#data/topics.ts';
import { accountName } from '#lib/rules/names.ts';
import { useBackgroundTask } from '#lib/use-action.ts';
import { useToasts } from '#ui/feedback/toasts.ts';
import { useSignOutDialog } from '#window/open-dialogs.ts';
import { currentPathname, fromHere } from '#window/open-path.ts';
import { paths, placeOf } from '#window/routes.ts';
import { targetPath } from '../connection-paths';
import { useSignOut } from '../dialogs/use-sign-out';
import { isHiddenScreen } from '../hidden-screen';
import { leaveInputOf } from '../leave-screen';

/** Returns actions that switch and sign out accounts, and report it. */
export function useAccountActions() {
  const runTask = useBackgroundTask();
  const show = useToasts((state) => state.show);
  const ask = useSignOutDialog((state) => state.ask);
  const { signOut, signOutAll } = useSignOut();
  return {
    use(account: Account) {
      const use = async () => {
        const open = fromHere();
        await api.accounts.use({ accountId: account.id });
        const next = pathAfterSwitch(account);
        if (next !== null && next !== currentPathname()) open(next);
        await queryClient.invalidateQueries();
        show({
          tone: 'good',
          title: (messages) => messages.t('shell.account.use', { name: accountName(messages, account) }),
          isNoChange: true,
        });
      };
      leaveInputOf(account, () => runTask(use));
    },
    signOut(account: Account) {
      if (endsMore(account)) ask({ connectionId: account.connectionId, accountId: account.id });
      else if (account.current) leaveInputOf(account, () => runTask(() => signOut(account)));
      else runTask(() => signOut(account));
    },
    signOutAll(connectionId: string, accounts: readonly Account[]) {
      if (accounts.some(endsMore)) ask({ connectionId, accountId: null });
      else runTask(() => signOutAll(connectionId, accounts));
    },
  };
}

/**
 * Returns the path to open after switching to an account: the connection's home; null where the present screen stays. While impersonating,
 * screens that act with the project's credentials are hidden.
 */
function pathAfterSwitch({ connectionId, impersonationId }: Account): string | null {
  const connection = findConnection(connectionId);
  const isImpersonation = impersonationId !== undefined;
  const access = { isSignedIn: true, hasProjectAccess: !isImpersonation && accessOf(connectionId).hasProjectAccess };
  const home = connection === undefined ? null : targetPath(connection, access, 'home');
  return home ?? (isImpersonation && isHiddenScreen(placeOf(currentPathname()).screen) ? paths.profile(connectionId) : null);
}

/** Whether signing out also ends a session elsewhere, or deletes an anonymous account. */
function endsMore({ isShared, state }: Account): boolean {
  return isShared || state === 'anonymous';
}
