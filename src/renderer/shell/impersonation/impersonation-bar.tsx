import { LogOut, Timer, VenetianMask } from 'lucide-react';
import type { Account } from '../../../contract/bridge/accounts';
import type { Impersonation } from '../../../contract/bridge/impersonations';
import { useMessages } from '../../lib/use-messages';
import { useSecondsUntil } from '../../lib/use-seconds-until';
import { useAheadMillis } from '../../stores/connections';
import { useImpersonationOf } from '../../stores/impersonations';
import { Icon } from '../../ui/data/icon';
import { Button } from '../../ui/inputs/button';
import { countdownText } from './countdown';
import styles from './impersonation.module.css';
import { useEndImpersonation } from './use-end-impersonation';

/** A striped bar over the whole window while its account is that of an impersonation. It is there with the account, and filled later. */
export function ImpersonationBar({ account }: { account: Account }) {
  const impersonation = useImpersonationOf(account);
  return impersonation === undefined ? <div className={styles.bar} /> : <Bar impersonation={impersonation} />;
}

function Bar({ impersonation }: { impersonation: Impersonation }) {
  const { t } = useMessages();
  const { connectionId, displayName, primaryEmail, userId, reason, expiresAt } = impersonation;
  const seconds = useSecondsUntil(expiresAt - useAheadMillis(connectionId));
  const end = useEndImpersonation(impersonation);
  return (
    <section className={styles.bar} aria-label={t('impersonation.bar')}>
      <span className={styles.who}>
        <Icon of={VenetianMask} size={18} />
        <span>{t('impersonation.bar.label')}</span>
        <strong>
          <bdi>{displayName ?? primaryEmail ?? userId}</bdi>
        </strong>
        {displayName !== null && primaryEmail !== null && <bdi className={styles.email}>{primaryEmail}</bdi>}
      </span>
      <bdi className={styles.reason} title={reason}>
        {reason}
      </bdi>
      <span className={styles.rest}>
        <span>{t('impersonation.bar.ends')}</span>
        <span className={styles.timer} role="timer">
          <Icon of={Timer} size={14} />
          {countdownText(seconds)}
        </span>
        <Button size="sm" icon={LogOut} busy={end.isPending} onClick={() => void end.run()}>
          {t('impersonation.end')}
        </Button>
      </span>
    </section>
  );
}
