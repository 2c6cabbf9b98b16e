import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Account } from '../../../../contract/bridge/accounts';
import { api } from '../../../api';
import { errorText, reportOf } from '../../../lib/errors/error-text';
import { useMessages } from '../../../lib/use-messages';
import { useToasts } from '../../../ui/feedback/toasts';

/** Makes an account the one that its connection's screens act as, and goes on. */
export function useSwitchAccount({ id, current }: Account, onUse: () => void): { busy: boolean; use: () => void } {
  const messages = useMessages();
  const client = useQueryClient();
  const show = useToasts((state) => state.show);
  const [busy, setBusy] = useState(false);
  const use = async () => {
    setBusy(true);
    try {
      if (!current) await api.accounts.use({ accountId: id });
      await client.invalidateQueries();
      onUse();
    } catch (thrown) {
      const { title, next } = errorText(messages, reportOf(thrown));
      show({ tone: 'bad', title, text: next });
      setBusy(false);
    }
  };
  return { busy, use: () => void use() };
}
