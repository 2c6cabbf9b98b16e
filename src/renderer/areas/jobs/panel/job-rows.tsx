import { memo } from 'react';
import { Link } from 'react-router';
import type { Job, JobRow, RowState } from '#contract/jobs/job.ts';
import { type JobAction, targetKindOf } from '#contract/jobs/job-action.ts';
import { pendingOf } from '#contract/jobs/job-counts.ts';
import { isUuid } from '#contract/text/uuid.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { formatNumber, shortenMiddle } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';
import { rowErrorCode, rowErrorText, skipText } from '#parts/jobs/job-sentences.ts';
import { useJobCalls } from '#parts/jobs/use-job-calls.ts';
import { Avatar } from '#ui/data/avatar.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingStatus, SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { Segmented } from '#ui/inputs/segmented.tsx';
import { paths } from '#window/routes.ts';
import { type RowTab, rowTabs } from '../jobs-place';
import { useRowsIn } from '../use-jobs';
import styles from './panel.module.css';

const statesOf: Readonly<Record<RowTab, readonly RowState[]>> = {
  failed: ['failed'],
  skipped: ['skipped'],
  done: ['done'],
  unknown: ['unknown'],
  pending: ['waiting', 'sent'],
};

interface JobRowsProps {
  job: Job;
  /** The chosen rows; undefined for the first that there are. */
  tab: RowTab | undefined;
  onTab: (tab: RowTab) => void;
}

/** The rows of a job by how they ended, with the reasons. */
export function JobRows({ job, tab, onTab }: JobRowsProps) {
  const { t, locale } = useMessages();
  const countOf = (one: RowTab) => (one === 'pending' ? pendingOf(job.counts) : job.counts[one]);
  const there = rowTabs.filter((one) => countOf(one) > 0 || one === tab);
  const first = (['failed', 'unknown', 'done', 'skipped', 'pending'] as const).find((one) => countOf(one) > 0) ?? 'done';
  const shown = tab ?? first;
  return (
    <>
      <div className={styles.tabs}>
        <Segmented
          label={t('jobs.rows')}
          value={shown}
          options={there.map((value) => ({ value, label: t(`jobs.rows.${value}`, { count: formatNumber(countOf(value), locale) }) }))}
          onValueChange={onTab}
        />
      </div>
      <Rows key={shown} job={job} tab={shown} count={countOf(shown)} />
    </>
  );
}

function Rows({ job, tab, count }: { job: Job; tab: RowTab; count: number }) {
  const { t } = useMessages();
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useRowsIn(job.id, {
    states: statesOf[tab],
    count,
    isActive: job.state === 'active',
  });
  const { checking } = useJobCalls(job);
  const rows = data?.pages.flatMap((page) => page.rows);
  if (rows === undefined && error !== null) {
    return <ErrorState report={reportOf(error)} onRetry={() => void refetch()} busy={isFetching} />;
  }
  if (rows === undefined) {
    return (
      <div className={styles.rows}>
        <LoadingStatus />
        <SkeletonRows count={6} rowHeight={48} avatar />
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by the keyboard
    <section className={styles.rows} aria-label={t('jobs.rows')} tabIndex={0}>
      {rows.length === 0 && <p className={styles.none}>{t('jobs.rows.none')}</p>}
      <ul className={styles.list}>
        {rows.map((row) => (
          <Row
            key={row.n}
            connectionId={job.connectionId}
            kind={job.action.kind}
            row={row}
            isChecking={checking.isPending}
            onCheck={checking.run}
          />
        ))}
      </ul>
      {hasNextPage && (
        <Button size="sm" className={styles.more} busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('jobs.rows.more')}
        </Button>
      )}
    </section>
  );
}

interface RowProps extends Pick<Job, 'connectionId'> {
  kind: JobAction['kind'];
  row: JobRow;
  isChecking: boolean;
  onCheck: () => Promise<void>;
}

/** The progress of its job doesn't render a row, of which there are many. */
const Row = memo(function Row({ connectionId, kind, row, isChecking, onCheck }: RowProps) {
  const messages = useMessages();
  const { target, name, email, state, error, reason } = row;
  const targetKind = targetKindOf({ kind });
  const label = name ?? email ?? shortenMiddle(target.id);
  const path = pathOf(connectionId, kind, row);
  const code = error === null ? null : rowErrorCode(error);
  const text = reason !== null ? skipText(messages, reason) : error !== null ? rowErrorText(messages, error) : null;
  const shown = <bdi data-personal="">{label}</bdi>;
  return (
    <li className={styles.row}>
      {(targetKind === 'user' || targetKind === 'team') && <Avatar id={target.id} name={name} email={email} size={20} />}
      <div className={styles.words}>
        <span className={styles.rowHead}>
          <span className={styles.rowName} title={target.id}>
            {path === null ? shown : <Link to={path}>{shown}</Link>}
          </span>
          {code !== null && (
            <code className={styles.code} title={code}>
              {code}
            </code>
          )}
        </span>
        <span className={styles.quiet}>
          {state === 'unknown'
            ? messages.t('jobs.row.unknown')
            : (text ?? (name !== null && email !== null ? <bdi data-personal="">{email}</bdi> : ''))}
          {state === 'unknown' && (
            <Button size="sm" variant="plain" busy={isChecking} onClick={() => void onCheck()}>
              {messages.t('jobs.check')}
            </Button>
          )}
        </span>
      </div>
    </li>
  );
});

/** Returns the path of the user or the team that a row is about; null for anything else, and for what was deleted. */
function pathOf(connectionId: string, kind: JobAction['kind'], { target, state, reason }: JobRow): string | null {
  const isGone = reason === 'gone' || (state === 'done' && kind.endsWith('.delete'));
  const targetKind = targetKindOf({ kind });
  // Rows of a file that create something have no ID yet.
  if (isGone || !isUuid(target.id)) return null;
  if (targetKind === 'user') return paths.user(connectionId, target.id);
  return targetKind === 'team' ? paths.team(connectionId, target.id) : null;
}
