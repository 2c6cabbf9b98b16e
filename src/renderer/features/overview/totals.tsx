import type { ReactNode } from 'react';
import type { ProjectMetrics } from '../../../contract/service/metrics';
import { formatNumber } from '../../lib/intl/format';
import { aroundSlot, slot } from '../../lib/intl/message-slot';
import { useMessages } from '../../lib/use-messages';
import { percentChange } from '../../ui/chart/figures';
import { Sparkline } from '../../ui/chart/sparkline';
import { type Comparison, compareDays, type DayCount, fullDays, sumOf, totalsPerDay } from './full-days';
import styles from './overview.module.css';

const week = 7;

/** The most important numbers, with their change over full days. */
export function Totals({ metrics }: { metrics: ProjectMetrics }) {
  const { t } = useMessages();
  const { total_users: total, daily_users: signUps, daily_active_users: active } = metrics;
  const signUpsInWeek = compareDays(signUps, week);
  const activeInWeek = compareDays(active, week);
  const full = fullDays(signUps);
  const counts = (days: readonly DayCount[]) => days.map(({ activity }) => activity);
  return (
    <section className={styles.totals} aria-label={t('overview.totals')}>
      <Total label={t('overview.users')} value={total} course={totalsPerDay(total, signUps)}>
        {t('overview.users.recent', { count: sumOf(full), days: full.length })}
      </Total>
      <Total label={t('overview.sign-ups.week')} value={signUpsInWeek.sum} course={counts(full)}>
        <Change of={signUpsInWeek} />
      </Total>
      <Total label={t('overview.active.today')} value={active.at(-1)?.activity ?? 0} course={counts(active)}>
        {t('overview.active.yesterday', { count: active.at(-2)?.activity ?? 0 })}
      </Total>
      <Total label={t('overview.active.week')} value={activeInWeek.average} course={counts(fullDays(active))}>
        <Change of={activeInWeek} />
      </Total>
    </section>
  );
}

interface TotalProps {
  label: string;
  value: number;
  course: readonly number[];
  children: ReactNode;
}

function Total({ label, value, course, children }: TotalProps) {
  const { locale } = useMessages();
  return (
    <div className={styles.total}>
      <h2 className={styles.totalLabel}>{label}</h2>
      <div className={styles.totalLine}>
        <span className={styles.totalValue}>{formatNumber(value, locale)}</span>
        <Sparkline values={course} />
      </div>
      <p className={styles.totalNote}>{children}</p>
    </div>
  );
}

function Change({ of: { change } }: { of: Comparison }) {
  const { t, locale } = useMessages();
  if (change === null) return t('overview.change.none');
  const text = percentChange(change, locale);
  const tone = change < 0 ? styles.fall : styles.rise;
  const [before, after] = aroundSlot(t('overview.change', { change: slot }));
  return (
    <>
      {before}
      <span className={Math.round(change * 100) === 0 ? undefined : tone}>{text}</span>
      {after}
    </>
  );
}
