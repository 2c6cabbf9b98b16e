import { ChartColumn, Table2 } from 'lucide-react';
import { useState } from 'react';
import { formatNumber } from '../../lib/intl/format';
import { useMessages } from '../../lib/use-messages';
import { type Bar, BarChart } from '../../ui/chart/bar-chart';
import { ChartTable } from '../../ui/chart/chart-table';
import { calendarDay } from '../../ui/chart/figures';
import { IconButton } from '../../ui/inputs/icon-button';
import { type DayCount, isWeekend } from './full-days';
import styles from './overview.module.css';
import { OverviewCard } from './overview-card';

interface DailyChartProps {
  kind: 'sign-ups' | 'active';
  days: readonly DayCount[];
  subtitle: string | undefined;
}

/** Counts per day as bars or as a table. */
export function DailyChart({ kind, days, subtitle }: DailyChartProps) {
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
