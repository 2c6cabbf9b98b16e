import { useMessages } from '../../lib/use-messages';
import { useUpdates } from '../../stores/updates';
import { Definition, DefinitionList } from '../../ui/data/definition-list';
import { Skeleton } from '../../ui/feedback/skeleton';
import styles from './about.module.css';
import { updateText } from './update-text';
import { useAppInfo } from './use-app-info';

/** What is known about this copy of Latchkey: its version, what runs it, and where it stores data. */
export function AboutFacts() {
  const { t } = useMessages();
  const { data: info } = useAppInfo();
  const updates = updateText({ t }, useUpdates());
  if (info === undefined) return <Skeleton width={320} />;
  const { version, automation, arch, host, runtimes, system, keychain, profileShown } = info;
  return (
    <DefinitionList>
      <Definition label={t('settings.row.version')}>
        {automation ? t('shell.about.version.automation', { version }) : version} <span className={styles.aside}>{arch}</span>
      </Definition>
      <Definition label={t('settings.section.updates')}>{updates}</Definition>
      <Definition label={t('settings.row.host')}>{t(`shell.about.host.${host}`)}</Definition>
      {runtimes.map((runtime) => (
        <Definition key={runtime.name} label={runtime.name}>
          {runtime.version}
        </Definition>
      ))}
      <Definition label={t('shell.about.system')}>{system}</Definition>
      <Definition label={t('settings.row.keychain')}>{t(`shell.about.keychain.${keychain}`)}</Definition>
      <Definition label={t('settings.row.profile')}>
        <span className={styles.path}>{profileShown}</span>
      </Definition>
    </DefinitionList>
  );
}
