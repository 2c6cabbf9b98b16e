import { KeyRound } from 'lucide-react';
import { cx } from '../../../lib/class-names';
import { atStart, timeUntil } from '../../../lib/intl/format';
import { useMessages } from '../../../lib/use-messages';
import type { useKeySets } from '../../../queries/project/key-sets';
import { Badge } from '../../../ui/data/badge';
import { Icon } from '../../../ui/data/icon';
import { useNow } from '../../../ui/data/relative-time';
import { TimeText } from '../../../ui/data/time-text';
import { OmittedNote } from '../../../ui/feedback/omitted-note';
import { type ExpiringKeySet, expiringKeySets, soonDays } from './expiring-key-sets';
import styles from './health.module.css';
import { HealthPart, type HealthPartSource } from './health-part';

type KeySets = NonNullable<ReturnType<typeof useKeySets>['data']>;

/** The project's key sets that expire soon. */
export function ExpiringKeys(source: HealthPartSource<KeySets>) {
  const { t } = useMessages();
  const now = useNow();
  return (
    <HealthPart
      {...source}
      title={t('overview.keys.title')}
      badge={({ items }) => {
        const count = expiringKeySets(items, now).length;
        return count > 0 && <Badge tone="warn">{count}</Badge>;
      }}
    >
      {({ items, omitted }) => (
        <>
          <ExpiringList sets={expiringKeySets(items, now)} now={now} />
          <OmittedNote omitted={omitted} />
        </>
      )}
    </HealthPart>
  );
}

function ExpiringList({ sets, now }: { sets: readonly ExpiringKeySet[]; now: number }) {
  const { t, locale } = useMessages();
  if (sets.length === 0) return <p className={styles.quiet}>{t('overview.keys.none', { days: soonDays })}</p>;
  return (
    <ul className={styles.keys} aria-label={t('overview.keys.title')}>
      {sets.map(({ id, description, lastFour, expiresAt, isUrgent }) => (
        <li key={id} className={styles.line}>
          <Icon of={KeyRound} size={14} />
          <bdi className={styles.name} title={description}>
            {description || t('overview.keys.unnamed')}
          </bdi>
          {lastFour !== undefined && <code className={styles.code}>{lastFour}</code>}
          <TimeText
            className={cx(styles.time, isUrgent && styles.urgent)}
            millis={expiresAt}
            locale={locale}
            text={atStart(timeUntil(expiresAt, now, locale), locale)}
          />
        </li>
      ))}
    </ul>
  );
}
