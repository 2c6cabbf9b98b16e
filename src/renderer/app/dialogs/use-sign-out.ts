import type { Account } from '#contract/bridge/accounts.ts';
import { api } from '#data/api.ts';
import type { Translatable } from '#lib/intl/translatable.ts';
import { accountName } from '#lib/rules/names.ts';
import { useToasts } from '#ui/feedback/toasts.ts';
import { leaveAfterSignOut } from '../leave-screen';

/** Returns actions that sign out one or all accounts of a connection, report it, and leave a screen that can no longer be shown. */
export function useSignOut() {
  const show = useToasts((state) => state.show);
  const say = (title: Translatable, endedAtService: boolean, isShared: boolean) => {
    if (!endedAtService) show({ tone: 'neutral', title, text: 'shell.account.signed-out-here-only' });
    else if (isShared) show({ tone: 'good', title, text: 'profile.signed-out.shared' });
    else show({ tone: 'good', title });
  };
  return {
    async signOut(account: Account): Promise<void> {
      const { endedAtService } = await api.accounts.signOut({ accountId: account.id });
      say((messages) => messages.t('shell.account.signed-out', { name: accountName(messages, account) }), endedAtService, account.isShared);
      if (account.current) leaveAfterSignOut(account.connectionId, account.id);
    },
    async signOutAll(connectionId: string, accounts: readonly Account[]): Promise<void> {
      const { endedAtService } = await api.accounts.signOutAll({ connectionId });
      const isShared = accounts.some((account) => account.isShared);
      say('shell.account.signed-out-all', endedAtService, isShared);
      leaveAfterSignOut(connectionId);
    },
  };
}
