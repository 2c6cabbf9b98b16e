import { Link } from 'react-router';
import { useMessages } from '../../lib/use-messages';
import { paths } from '../../routes';
import { Icon } from '../../ui/data/icon';
import type { SettingsSection } from './setting-row';
import styles from './settings-screen.module.css';

interface SectionListProps {
  sections: readonly SettingsSection[];
  current: SettingsSection['id'] | undefined;
}

/** The sections that are shown, to go to. */
export function SectionList({ sections, current }: SectionListProps) {
  const { t } = useMessages();
  return (
    <nav aria-label={t('settings.sections')} className={styles.sections}>
      {sections.map(({ id, icon }) => (
        <Link key={id} to={paths.settings(id)} replace className={styles.entry} aria-current={id === current ? 'location' : undefined}>
          <Icon of={icon} />
          {t(`settings.section.${id}`)}
        </Link>
      ))}
    </nav>
  );
}
