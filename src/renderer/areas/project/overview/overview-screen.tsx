import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import type { ProjectMetrics } from '#contract/service/metrics.ts';
import { service } from '#data/api.ts';
import { useConnection } from '#data/topics.ts';
import { cx } from '#lib/class-names.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { formatNumber } from '#lib/intl/format.ts';
import { aroundSlot, slot } from '#lib/intl/message-slot.ts';
import { hasAdminAccess } from '#lib/rules/project-rules.ts';
import { useMessages } from '#lib/use-messages.ts';
import { EditConnectionButton } from '#parts/admin/edit-connection-button.tsx';
import { OutdatedMessage } from '#parts/screen-message.tsx';
import { percentChange } from '#ui/chart/figures.ts';
import { Sparkline } from '#ui/chart/sparkline.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingStatus, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/layout/card.tsx';
import { type Comparison, compareDays, type DayCount, fullDays, sumOf, totalsPerDay } from './full-days';
import { HealthColumn } from './health/health-column';
import { Metrics } from './metrics';
import styles from './overview.module.css';

interface OverviewProps {
  connectionId: string;
  hasAccess: boolean;
}

/** The project at a glance: its metrics, which come from one request, and its health, whose parts have a request each. */
export function OverviewScreen() {
  const { connection: connectionId = '' } = useParams();
  const connection = useConnection(connectionId);
  if (connection === undefined) return null;
  return <Overview key={connectionId} connectionId={connectionId} hasAccess={hasAdminAccess(connection)} />;
}

function Overview({ connectionId, hasAccess }: OverviewProps) {
  const metrics = useQuery({ ...service.metrics.read.query({ actor: 'project', connectionId }), enabled: hasAccess });
  const failure = metrics.error && { report: reportOf(metrics.error), onRetry: () => void metrics.refetch(), busy: metrics.isFetching };
  const data = hasAccess ? metrics.data : undefined;
  const isLoading = hasAccess && !data && !failure;
  return (
    <div className={styles.container}>
      <div className={styles.page}>
        {data && failure && <OutdatedMessage {...failure} />}
        {data && <Totals metrics={data} />}
        {isLoading && <LoadingTotals />}
        <div className={styles.main}>
          {!hasAccess && <Locked connectionId={connectionId} />}
          {hasAccess && data && <Metrics connectionId={connectionId} metrics={data} />}
          {isLoading && <LoadingMetrics />}
          {hasAccess && !data && failure && (
            <Card className={styles.whole}>
              <ErrorState {...failure} />
            </Card>
          )}
        </div>
        <HealthColumn connectionId={connectionId} hasAccess={hasAccess} />
      </div>
    </div>
  );
}

function Locked({ connectionId }: { connectionId: string }) {
  const { t } = useMessages();
  return (
    <Card className={styles.whole}>
      <EmptyState
        icon={Lock}
        title={t('overview.locked.title')}
        text={t('overview.locked.text')}
        action={<EditConnectionButton connectionId={connectionId} />}
      />
    </Card>
  );
}

/** Placeholder of the totals. */
function LoadingTotals() {
  return (
    <div className={styles.totals}>
      <LoadingStatus />
      {[64, 132, 72, 148].map((width) => (
        <div key={width} className={cx(styles.total, styles.loadingTotal)}>
          <Skeleton width={width} />
          <Skeleton width={88} height={22} />
          <Skeleton width="70%" />
        </div>
      ))}
    </div>
  );
}

/** The loading charts and lists. */
function LoadingMetrics() {
  return (
    <>
      <Placeholder size="half" height={132} />
      <Placeholder size="half" height={132} />
      <Placeholder size="small" height={160} />
      <Placeholder size="large" height={160} />
      <LoadingUsers />
      <LoadingUsers />
    </>
  );
}

function Placeholder({ size, height }: { size: 'half' | 'small' | 'large'; height: number }) {
  return (
    <Card className={cx(styles.card, styles[size])}>
      <Skeleton width="45%" />
      <Skeleton height={height} />
    </Card>
  );
}

function LoadingUsers() {
  return (
    <Card className={cx(styles.card, styles.half)}>
      <Skeleton width="45%" />
      <div className={styles.users}>
        {['62%', '54%', '70%', '48%', '58%'].map((width) => (
          <div key={width} className={styles.loadingUser}>
            <Skeleton circle width={20} height={20} />
            <Skeleton width={width} />
          </div>
        ))}
      </div>
    </Card>
  );
}

const week = 7;

/** The most important numbers, with their change over full days. */
function Totals({ metrics }: { metrics: ProjectMetrics }) {
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
