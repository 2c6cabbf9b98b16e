import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Account } from '../../contract/bridge/accounts';
import { api } from '../api';
import { useAccountName } from '../lib/account-name';
import { errorText, reportOf } from '../lib/error-text';
import { useMessages } from '../lib/use-messages';
import { afterSignOut } from '../stores/home';
import { useToasts } from '../ui/toasts';
import { queryClient } from './query-client';

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
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const here = pathname + search;
  return {
    use: (account: Account) =>
      attempt(async () => {
        await api.accounts.use({ accountId: account.id });
        await queryClient.invalidateQueries();
        show({ tone: 'good', title: t('shell.account.use', { name: nameOf(account) }) });
      }),
    signOut: (account: Account) =>
      attempt(async () => {
        const { endedAtService } = await api.accounts.signOut({ accountId: account.id });
        const title = t('shell.account.signed-out', { name: nameOf(account) });
        const shared = account.isShared ? { text: t('profile.signed-out.shared') } : {};
        const hereOnly = { tone: 'neutral', title, text: t('shell.account.signed-out-here-only') } as const;
        show(endedAtService ? { tone: 'good', title, ...shared } : hereOnly);
        if (account.current) await navigate(afterSignOut(account.connectionId, here, account.id), { replace: true });
      }),
    /** `isShared` is whether a session among them is used elsewhere, too. */
    signOutAll: (connectionId: string, isShared: boolean) =>
      attempt(async () => {
        const { endedAtService } = await api.accounts.signOutAll({ connectionId });
        const title = t('shell.account.signed-out-all');
        const shared = isShared ? { text: t('profile.signed-out.shared') } : {};
        const hereOnly = { tone: 'neutral', title, text: t('shell.account.signed-out-here-only') } as const;
        show(endedAtService ? { tone: 'good', title, ...shared } : hereOnly);
        await navigate(afterSignOut(connectionId, here), { replace: true });
      }),
  };
}
