import { countryName } from '../../lib/intl/country';
import { useMessages } from '../../lib/use-messages';
import { RankedList } from '../../ui/chart/ranked-list';
import { Flag } from '../../ui/data/flag';
import { CountryMap } from '../../ui/map/country-map';
import styles from './overview.module.css';
import { OverviewCard } from './overview-card';

/** Where the users are, on a map and as a list. */
export function CountriesCard({ users }: { users: Readonly<Record<string, number>> }) {
  const { t, locale } = useMessages();
  const countries = Object.entries(users)
    .filter(([, count]) => count > 0)
    .sort(([, one], [, other]) => other - one)
    .map(([code, count]) => ({ code, count, name: countryName(code, locale) ?? code }));
  if (countries.length === 0) {
    return (
      <OverviewCard title={t('overview.countries.title')} size="large">
        <p className={styles.note}>{t('overview.countries.none')}</p>
      </OverviewCard>
    );
  }
  const known = countries.reduce((sum, { count }) => sum + count, 0);
  const circles = countries.map(({ code, count, name }) => ({
    code,
    count,
    title: t('overview.countries.count', { country: name, count }),
  }));
  const items = countries.map(({ code, count, name }) => ({ id: code, name, count, icon: <Flag code={code} /> }));
  return (
    <OverviewCard title={t('overview.countries.title')} subtitle={t('overview.countries.total', { count: countries.length })} size="large">
      <div className={styles.countries}>
        <div className={styles.map}>
          <CountryMap label={t('overview.countries.map', { count: countries.length })} countries={circles} />
          <p className={styles.note}>{t('overview.countries.known', { count: known })}</p>
        </div>
        <RankedList label={t('overview.countries.title')} items={items} limit={6} />
      </div>
    </OverviewCard>
  );
}
