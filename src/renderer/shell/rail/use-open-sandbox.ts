import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../../api';
import { paths } from '../../routes';
import { useAttempt } from '../navigation/account-actions';

/** Starts the sandbox and goes to its users. */
export function useOpenSandbox(): { busy: boolean; open: () => void } {
  const attempt = useAttempt();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const open = () => {
    if (busy) return;
    setBusy(true);
    attempt(async () => {
      try {
        const { connectionId } = await api.sandbox.open({});
        await navigate(paths.users(connectionId));
      } finally {
        setBusy(false);
      }
    });
  };
  return { busy, open };
}
