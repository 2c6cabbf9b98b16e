import { useQueryClient } from '@tanstack/react-query';
import type { Account } from '../../../../contract/bridge/accounts';
import { api } from '../../../api';
import { useAction } from '../../../lib/use-action';
import { useFailureToast } from '../../../lib/use-failure-toast';

/** Returns an action that makes an account its connection's current account and calls `onUse`. */
export function useSwitchAccount({ id, current }: Account, onUse: () => void): { busy: boolean; use: () => void } {
  const client = useQueryClient();
  const task = async () => {
    if (!current) await api.accounts.use({ accountId: id });
    await client.invalidateQueries();
    onUse();
  };
  const { isPending, run } = useAction(task, { onFailure: useFailureToast() });
  return { busy: isPending, use: () => void run() };
}
