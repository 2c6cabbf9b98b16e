import { CircleAlert } from 'lucide-react';
import { formatNames } from '../../../lib/intl/format';
import { useMessages } from '../../../lib/use-messages';
import { usePolicy } from '../../../stores/policy';
import { Icon } from '../../../ui/data/icon';
import styles from '../setting-row.module.css';

/** What the policy decides, or why it can't be used. */
export function PolicyFacts() {
  const { t, locale } = useMessages();
  const policy = usePolicy();
  if (policy.state === 'none') return t('settings.policy.none');
  if (policy.state === 'broken') {
    return (
      <div className={styles.facts}>
        <span className={styles.bad}>
          <Icon of={CircleAlert} size={14} />
          {t(`shell.policy.problem.${policy.problem}`, { field: policy.field ?? 'none' })}
        </span>
        <span className={styles.mono}>{policy.file}</span>
      </div>
    );
  }
  const { organization, locked, allowedHosts, file } = policy;
  return (
    <div className={styles.facts}>
      <span>{t('settings.policy.active', { count: locked.length, organization: organization ?? t('settings.policy.administrator') })}</span>
      {allowedHosts !== null && (
        <span>
          {allowedHosts.length === 0
            ? t('settings.policy.no-hosts')
            : t('settings.policy.hosts', { hosts: formatNames(allowedHosts, locale) })}
        </span>
      )}
      <span className={styles.mono}>{file}</span>
    </div>
  );
}
