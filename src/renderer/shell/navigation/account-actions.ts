import { useCallback } from 'react';
import type { Account } from '../../../contract/bridge/accounts';
import { api } from '../../api';
import { errorText, reportOf } from '../../lib/errors/error-text';
import { useAccountName } from '../../lib/rules/account-name';
import { useMessages } from '../../lib/use-messages';
import { useSignOutDialog } from '../../stores/window/sign-out-dialog';
import { useToasts } from '../../ui/feedback/toasts';
import { useSignOut } from '../dialogs/use-sign-out';
import { queryClient } from '../startup/query-client';

/** Runs something and shows a toast when it fails. */
export function useAttempt(): (run: () => Promise<unknown>) => void {
  const messages = useMessages();
  const show = useToasts((state) => state.show);
  return useCallback(
    (run) => {
      run().catch((thrown: unknown) => {
        const { title, next } = errorText(messages, reportOf(thrown));
        show({ tone: 'bad', title, text: next });
      });
    },
    [messages, show],
  );
}

/** Switching and signing out, with what they say afterwards. */
export function useAccountActions() {
  const { t } = useMessages();
  const attempt = useAttempt();
  const nameOf = useAccountName();
  const show = useToasts((state) => state.show);
  const ask = useSignOutDialog((state) => state.ask);
  const { signOut, signOutAll } = useSignOut();
  return {
    use: (account: Account) =>
      attempt(async () => {
        await api.accounts.use({ accountId: account.id });
        await queryClient.invalidateQueries();
        show({ tone: 'good', title: t('shell.account.use', { name: nameOf(account) }) });
      }),
    signOut(account: Account) {
      if (endsMore(account)) ask({ connectionId: account.connectionId, accountId: account.id });
      else attempt(() => signOut(account));
    },
    signOutAll(connectionId: string, accounts: readonly Account[]) {
      if (accounts.some(endsMore)) ask({ connectionId, accountId: null });
      else attempt(() => signOutAll(connectionId, accounts));
    },
  };
}

/** Whether signing out ends a session elsewhere, or an account for good. */
function endsMore({ isShared, state }: Account): boolean {
  return isShared || state === 'anonymous';
}
