import { ChartColumn, Table2 } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';
import type { ProjectMetrics } from '#contract/service/metrics.ts';
import { isAnonymous } from '#contract/service/models/sign-in-methods.ts';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { cx } from '#lib/class-names.ts';
import { countryName } from '#lib/intl/country.ts';
import { formatNumber } from '#lib/intl/format.ts';
import { visibleName } from '#lib/rules/names.ts';
import { providerName } from '#lib/rules/sign-in-methods.ts';
import { useMessages } from '#lib/use-messages.ts';
import { type Bar, BarChart } from '#ui/chart/bar-chart.tsx';
import { ChartTable } from '#ui/chart/chart-table.tsx';
import { calendarDay } from '#ui/chart/figures.ts';
import { RankedList } from '#ui/chart/ranked-list.tsx';
import { Avatar } from '#ui/data/avatar.tsx';
import { Flag } from '#ui/data/flag.tsx';
import { RelativeTime } from '#ui/data/relative-time.tsx';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { CountryMap } from '#ui/map/country-map.tsx';
import { paths } from '#window/routes.ts';
import { type DayCount, isWeekend } from './full-days';
import styles from './overview.module.css';

/** Users in a list of the overview. */
const maxShown = 5;

/** Returns the users that a list of the overview shows. From 2.8.85 on, the service sends up to 100 (wire/corrections 2.8.86). */
export function shownUsers(users: readonly ServerUser[]): readonly ServerUser[] {
  return users.slice(0, maxShown);
}

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

const ownMethods = { password: 'method.password', passkey: 'method.passkey', otp: 'method.otp', other: 'overview.methods.other' } as const;

/** How many users have each sign-in method. */
function MethodsCard({ methods }: { methods: ProjectMetrics['login_methods'] }) {
  const { t } = useMessages();
  const nameOf = (method: string) => (isOwn(method) ? t(ownMethods[method]) : providerName(method));
  const items = methods
    .map(({ method, count }) => ({ id: method, name: nameOf(method), count }))
    .sort((one, other) => other.count - one.count);
  return (
    <OverviewCard title={t('overview.methods.title')} size="small">
      {items.length === 0 && <p className={styles.note}>{t('overview.methods.none')}</p>}
      {items.length > 0 && <RankedList label={t('overview.methods.title')} items={items} limit={6} />}
    </OverviewCard>
  );
}

function isOwn(method: string): method is keyof typeof ownMethods {
  return Object.hasOwn(ownMethods, method);
}

/** Where the users are, on a map and as a list. */
function CountriesCard({ users }: { users: Readonly<Record<string, number>> }) {
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

interface RecentUsersProps {
  connectionId: string;
  kind: 'registered' | 'active-users';
  users: readonly ServerUser[];
  action?: ReactNode;
}

/** The users who registered or were active last; each opens. */
function RecentUsers({ connectionId, kind, users, action }: RecentUsersProps) {
  const { t } = useMessages();
  const title = t(`overview.${kind}.title`);
  return (
    <OverviewCard title={title} size="half" action={action}>
      {users.length === 0 && <p className={styles.note}>{t(`overview.${kind}.none`)}</p>}
      {users.length > 0 && (
        <ul className={styles.users} aria-label={title}>
          {shownUsers(users).map((user) => (
            <li key={user.id}>
              <RecentUser
                path={paths.user(connectionId, user.id)}
                user={user}
                millis={kind === 'registered' ? user.signed_up_at_millis : user.last_active_at_millis}
              />
            </li>
          ))}
        </ul>
      )}
    </OverviewCard>
  );
}

function RecentUser({ path, user, millis }: { path: string; user: ServerUser; millis: number }) {
  const { t } = useMessages();
  const displayName = visibleName(user.display_name);
  const { primary_email: email } = user;
  const unnamed = isAnonymous(user) ? t('method.anonymous') : t('users.unnamed');
  const name = displayName ?? email ?? unnamed;
  return (
    <Link className={styles.user} to={path}>
      <Avatar id={user.id} name={displayName} email={email} imageUrl={user.profile_image_url} size={20} />
      <bdi className={styles.userName} title={name}>
        {name}
      </bdi>
      {displayName !== null && email !== null && (
        <span className={styles.userEmail} title={email}>
          {email}
        </span>
      )}
      <RelativeTime className={styles.userTime ?? ''} millis={millis} />
    </Link>
  );
}

interface DailyChartProps {
  kind: 'sign-ups' | 'active';
  days: readonly DayCount[];
  subtitle: string | undefined;
}

/** Counts per day as bars or as a table. */
function DailyChart({ kind, days, subtitle }: DailyChartProps) {
  const { t } = useMessages();
  const [isTable, setIsTable] = useState(false);
  const title = t(`overview.${kind}.title`);
  const isEmpty = days.every(({ activity }) => activity <= 0);
  const bars = useBars(kind, days);
  const toggle = (
    <IconButton
      size="sm"
      icon={isTable ? ChartColumn : Table2}
      label={t(isTable ? 'overview.chart.as-chart' : 'overview.chart.as-table', { chart: title })}
      onClick={() => setIsTable(!isTable)}
    />
  );
  return (
    <OverviewCard title={title} subtitle={isEmpty ? undefined : subtitle} size="half" action={isEmpty ? undefined : toggle}>
      {isEmpty && <p className={styles.note}>{t(`overview.${kind}.none`, { days: days.length })}</p>}
      {!isEmpty && !isTable && <BarChart label={title} bars={bars} />}
      {!isEmpty && isTable && <DailyTable kind={kind} title={title} days={days} />}
    </OverviewCard>
  );
}

function DailyTable({ kind, title, days }: Omit<DailyChartProps, 'subtitle'> & { title: string }) {
  const { t, locale } = useMessages();
  const rows = days.toReversed().map(({ date, activity }, at) => {
    const text = formatNumber(activity, locale);
    return { id: date, name: calendarDay(date, locale), value: at === 0 ? t('overview.chart.today', { text }) : text };
  });
  return <ChartTable label={title} columns={[t('overview.chart.day'), t(`overview.${kind}.column`)]} rows={rows} />;
}

/** One bar a day, with a label below every seventh, counted from the last full day. */
function useBars(kind: DailyChartProps['kind'], days: readonly DayCount[]): Bar[] {
  const { t, locale } = useMessages();
  const today = days.length - 1;
  return days.map((day, at) => {
    const text = t(`overview.${kind}.count`, { count: day.activity });
    const hasLabel = (today - 4 - at) % 7 === 0 && at >= 2;
    return {
      id: day.date,
      value: day.activity,
      title: calendarDay(day.date, locale),
      text: at === today ? t('overview.chart.today', { text }) : text,
      label: hasLabel ? calendarDay(day.date, locale, 'short') : undefined,
      isDimmed: isWeekend(day),
      isPartial: at === today,
    };
  });
}

interface OverviewCardProps {
  title: string;
  subtitle?: string | undefined;
  /** At the end of the line of the title. */
  action?: ReactNode;
  size: 'half' | 'small' | 'large';
  children: ReactNode;
}

/** A titled card of the overview. */
function OverviewCard({ title, subtitle, action, size, children }: OverviewCardProps) {
  const id = useId();
  return (
    <Card role="region" aria-labelledby={id} className={cx(styles.card, styles[size])}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        <span className={styles.subtitle}>{subtitle}</span>
        {action}
      </div>
      {children}
    </Card>
  );
}
