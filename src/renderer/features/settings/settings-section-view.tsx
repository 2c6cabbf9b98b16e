import { useMessages } from '../../lib/use-messages';
import { Card } from '../../ui/layout/card';
import type { SettingFacts, SettingsSection } from './setting-row';
import { SettingRowView } from './setting-row-view';
import styles from './settings-screen.module.css';
import { headingIdOf } from './use-current-section';

/** A section of the settings, with those of its rows that the search found. */
export function SettingsSectionView({ section: { id, rows }, facts }: { section: SettingsSection; facts: SettingFacts }) {
  const { t } = useMessages();
  const headingId = headingIdOf(id);
  return (
    <section className={styles.section} aria-labelledby={headingId}>
      <h2 id={headingId} tabIndex={-1} className={styles.heading}>
        {t(`settings.section.${id}`)}
      </h2>
      <Card>
        {rows.map((row) => (
          <SettingRowView key={row.id} row={row} facts={facts} />
        ))}
      </Card>
    </section>
  );
}
