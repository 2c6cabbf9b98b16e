import { useNavigate } from 'react-router';
import type { Account } from '../../../contract/bridge/accounts';
import { api } from '../../api';
import { currentPath } from '../../lib/places/current-path';
import { useAccountName } from '../../lib/rules/account-name';
import { useMessages } from '../../lib/use-messages';
import { accessAfterSignOut } from '../../stores/access';
import { useToasts } from '../../ui/feedback/toasts';
import { signedOutPath } from '../connection-paths';

/** Returns actions that sign out one or all accounts of a connection, report it, and leave a screen that can no longer be shown. */
export function useSignOut() {
  const { t } = useMessages();
  const nameOf = useAccountName();
  const show = useToasts((state) => state.show);
  const navigate = useNavigate();
  // Where the user is by then.
  const leave = async (connectionId: string, accountId?: string) => {
    const here = currentPath();
    const path = signedOutPath(connectionId, accessAfterSignOut(connectionId, accountId), here);
    if (path !== here) await navigate(path, { replace: true });
  };
  const say = (title: string, endedAtService: boolean, isShared: boolean) => {
    const shared = isShared ? { text: t('profile.signed-out.shared') } : {};
    const hereOnly = { tone: 'neutral', title, text: t('shell.account.signed-out-here-only') } as const;
    show(endedAtService ? { tone: 'good', title, ...shared } : hereOnly);
  };
  return {
    async signOut(account: Account): Promise<void> {
      const { endedAtService } = await api.accounts.signOut({ accountId: account.id });
      say(t('shell.account.signed-out', { name: nameOf(account) }), endedAtService, account.isShared);
      if (account.current) await leave(account.connectionId, account.id);
    },
    async signOutAll(connectionId: string, accounts: readonly Account[]): Promise<void> {
      const { endedAtService } = await api.accounts.signOutAll({ connectionId });
      const isShared = accounts.some((account) => account.isShared);
      say(t('shell.account.signed-out-all'), endedAtService, isShared);
      await leave(connectionId);
    },
  };
}
