import { Link } from 'react-router';
import type { ProjectMetrics } from '../../../contract/service/metrics';
import { useMessages } from '../../lib/use-messages';
import { paths } from '../../routes';
import { calendarDay } from '../../ui/chart/figures';
import { CountriesCard } from './countries-card';
import { DailyChart } from './daily-chart';
import { MethodsCard } from './methods-card';
import styles from './overview.module.css';
import { RecentUsers } from './recent-users';

/** Charts and lists of the project's metrics. */
export function Metrics({ connectionId, metrics }: { connectionId: string; metrics: ProjectMetrics }) {
  const { t, locale } = useMessages();
  const { daily_users: signUps, daily_active_users: active } = metrics;
  const [from = '', to = ''] = [signUps[0], signUps.at(-1)].map((day) => (day ? calendarDay(day.date, locale, 'short') : ''));
  const allUsers = (
    <Link className={styles.link} to={paths.users(connectionId)}>
      {t('overview.registered.all')}
    </Link>
  );
  return (
    <>
      <DailyChart kind="sign-ups" days={signUps} subtitle={signUps.length > 0 ? t('overview.sign-ups.range', { from, to }) : undefined} />
      <DailyChart kind="active" days={active} subtitle={t('overview.active.weekends')} />
      <MethodsCard methods={metrics.login_methods} />
      <CountriesCard users={metrics.users_by_country} />
      <RecentUsers connectionId={connectionId} kind="registered" users={metrics.recently_registered} action={allUsers} />
      <RecentUsers connectionId={connectionId} kind="active-users" users={metrics.recently_active} />
    </>
  );
}
