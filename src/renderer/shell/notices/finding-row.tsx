import { CalendarClock, Globe, KeyRound, type LucideIcon, MailOpen, MailX, X } from 'lucide-react';
import { findingSubject, findingTitle } from '../../../contract/watch/finding-text';
import type { Finding, FindingKind } from '../../../contract/watch/findings';
import { api } from '../../api';
import { countryName } from '../../lib/intl/country';
import { useBackgroundTask } from '../../lib/use-background-task';
import { useMessages } from '../../lib/use-messages';
import { useConnections } from '../../stores/connections';
import { Icon } from '../../ui/data/icon';
import { IconButton } from '../../ui/inputs/icon-button';
import styles from './notices-panel.module.css';
import { useOpenFinding } from './use-open-finding';

const icons: Readonly<Record<FindingKind, LucideIcon>> = {
  'failed-emails': MailX,
  'key-set': KeyRound,
  'api-key': CalendarClock,
  'new-country': Globe,
  invitation: MailOpen,
};

/** A finding of the watch: opens the screen that it is about, and can be dismissed. */
export function FindingRow({ finding }: { finding: Finding }) {
  const { t, locale } = useMessages();
  const runTask = useBackgroundTask();
  const openFinding = useOpenFinding();
  const connection = useConnections().find(({ id }) => id === finding.connectionId)?.name ?? '';
  const { key, values } = findingTitle(finding);
  const name = findingSubject(finding, (code) => countryName(code, locale));
  return (
    <li className={styles.notice}>
      <Icon of={icons[finding.kind]} size={15} />
      <button type="button" className={styles.finding} onClick={() => openFinding(finding)}>
        <span>{t(key, values)}</span>
        <bdi className={styles.detail}>{name === null ? connection : t('watch.detail', { connection, name })}</bdi>
      </button>
      <IconButton size="sm" label={t('ui.dismiss')} icon={X} onClick={() => runTask(() => api.watch.dismiss({ id: finding.id }))} />
    </li>
  );
}
