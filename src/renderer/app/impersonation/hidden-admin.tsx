import { VenetianMask } from 'lucide-react';
import type { Account } from '#contract/bridge/accounts.ts';
import { api } from '#data/api.ts';
import { useAccountName } from '#lib/rules/names.ts';
import { useBackgroundTask } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { leaveInputOf, leaveScreenOf } from '../leave-screen';
import styles from './impersonation.module.css';

/** In place of the admin screens in the navigation. */
export function HiddenAdmin({ account }: { account: Account }) {
  const { t } = useMessages();
  const nameOf = useAccountName();
  const leave = useLeave(account);
  return (
    <p className={styles.hidden}>
      {t('impersonation.hidden', { name: nameOf(account) })}{' '}
      <button type="button" className={styles.link} onClick={leave}>
        {t('impersonation.return')}
      </button>
    </p>
  );
}

/** In place of an admin screen. */
export function HiddenScreen({ account }: { account: Account }) {
  const { t } = useMessages();
  const nameOf = useAccountName();
  const leave = useLeave(account);
  return (
    <EmptyState
      heading="h1"
      icon={VenetianMask}
      title={t('shell.locked.impersonating')}
      text={t('impersonation.hidden', { name: nameOf(account) })}
      action={
        <Button variant="primary" onClick={leave}>
          {t('impersonation.return')}
        </Button>
      }
    />
  );
}

/** Returns a function that makes the user's own account the current one. The impersonation continues. */
function useLeave(account: Account): () => void {
  const runTask = useBackgroundTask();
  const { connectionId, id } = account;
  const leave = async () => {
    await api.impersonations.leave({ connectionId });
    leaveScreenOf(connectionId, id);
  };
  return () => leaveInputOf(account, () => runTask(leave));
}
