import { VenetianMask } from 'lucide-react';
import type { Account } from '#contract/bridge/accounts.ts';
import { api } from '#data/api.ts';
import { useImpersonationOf, useTopic } from '#data/topics.ts';
import { tileInitials } from '#lib/initials.ts';
import { impersonatedName } from '#lib/rules/names.ts';
import { useBackgroundTask } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useConnectionNames } from '#parts/connections/use-connection-names.ts';
import { Icon } from '#ui/data/icon.tsx';
import { Tooltip } from '#ui/feedback/tooltip.tsx';
import { fromHere } from '#window/open-path.ts';
import { paths } from '#window/routes.ts';
import { leaveInputOf } from '../leave-screen';
import { usePlace } from '../use-place';
import styles from './impersonation.module.css';

/** A striped tile for each account of an impersonation. */
export function ImpersonationTiles() {
  const accounts = useTopic('accounts.list');
  return accounts
    .filter(({ impersonationId }) => impersonationId !== undefined)
    .map((account) => <ImpersonationTile key={account.id} account={account} />);
}

function ImpersonationTile({ account }: { account: Account }) {
  const { t } = useMessages();
  const runTask = useBackgroundTask();
  const { connectionId } = usePlace();
  const impersonation = useImpersonationOf(account);
  const names = useConnectionNames();
  if (impersonation === undefined) return null;
  const name = impersonatedName(impersonation);
  const label = t('impersonation.tile', { name, connection: names.get(account.connectionId) ?? impersonation.connectionName });
  const open = async () => {
    const goTo = fromHere();
    if (!account.current) await api.accounts.use({ accountId: account.id });
    goTo(paths.profile(account.connectionId));
  };
  return (
    <Tooltip side="right" content={<bdi>{label}</bdi>}>
      <button
        type="button"
        className={styles.tile}
        aria-label={label}
        aria-current={account.current && connectionId === account.connectionId ? 'true' : undefined}
        onClick={() => (account.current ? runTask(open) : leaveInputOf(account, () => runTask(open)))}
      >
        {tileInitials(name)}
        <span className={styles.mask}>
          <Icon of={VenetianMask} size={12} />
        </span>
      </button>
    </Tooltip>
  );
}
