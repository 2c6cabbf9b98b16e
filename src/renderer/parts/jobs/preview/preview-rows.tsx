import { useState } from 'react';
import type { JobPreview, JobRow } from '#contract/jobs/job.ts';
import { type JobAction, targetKindOf } from '#contract/jobs/job-action.ts';
import { useJobRows } from '#data/jobs.ts';
import { cx } from '#lib/class-names.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { formatNumber, shortenMiddle } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Avatar } from '#ui/data/avatar.tsx';
import { type Column, VirtualList } from '#ui/data/virtual-list.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { skipText } from '../job-sentences';
import styles from './job-preview.module.css';
import { rowChange } from './row-change';

interface PreviewRowsProps {
  preview: JobPreview;
}

/** The first rows of a preview with what they are now and will be, or all of them. */
export function PreviewRows({ preview }: PreviewRowsProps) {
  const { t, locale } = useMessages();
  const { first, toSend, total, action } = preview;
  const [isAll, setAll] = useState(false);
  return (
    <section className={styles.rows} aria-label={t('jobs.preview.rows')}>
      <div className={styles.rowsHead}>
        <span>
          {isAll
            ? t('jobs.preview.all', { count: total, shown: formatNumber(total, locale) })
            : t('jobs.preview.first', { count: first.length, total: formatNumber(toSend, locale) })}
        </span>
        {(isAll || total > first.length) && (
          <Button size="sm" variant="plain" onClick={() => setAll(!isAll)}>
            {t(isAll ? 'jobs.preview.view-first' : 'jobs.preview.view-all')}
          </Button>
        )}
      </div>
      {isAll ? (
        <AllRows preview={preview} />
      ) : (
        <ul className={styles.first}>
          {first.map((row) => (
            <li key={row.n} className={styles.row}>
              <RowName action={action} row={row} />
              <span className={cx(styles.quiet, styles.email)} data-personal="">
                {row.email !== row.name && row.email}
              </span>
              <Change action={action} row={row} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** All rows, also those that are left out, with the reason. They are read as they come into view. */
function AllRows({ preview: { id, action } }: PreviewRowsProps) {
  const { t } = useMessages();
  const rows = useJobRows(id);
  const loaded = rows.data?.pages.flatMap((page) => page.rows) ?? [];
  const columns: readonly Column<JobRow>[] = [
    { id: 'name', header: t('jobs.preview.column.name'), width: 'minmax(0, 1fr)', cell: (row) => <RowName action={action} row={row} /> },
    {
      id: 'email',
      header: t('jobs.preview.column.email'),
      width: 'minmax(0, 1fr)',
      cell: (row) => (
        <span className={cx(styles.quiet, styles.email)} data-personal="">
          {row.email !== row.name && row.email}
        </span>
      ),
    },
    { id: 'change', header: t('jobs.preview.column.change'), width: '180px', cell: (row) => <Change action={action} row={row} /> },
  ];
  if (rows.isPending)
    return (
      <div className={styles.all}>
        <SkeletonRows count={6} />
      </div>
    );
  if (rows.data === undefined)
    return <ErrorState report={reportOf(rows.error)} onRetry={() => void rows.refetch()} busy={rows.isFetching} />;
  return (
    <div className={styles.all}>
      <VirtualList
        hasNoHead
        label={t('jobs.preview.rows')}
        columns={columns}
        count={loaded.length}
        itemAt={(at) => loaded[at]}
        getKey={rowKey}
        hasMore={rows.hasNextPage}
        onView={(_first, last) => {
          if (last >= loaded.length - margin && rows.hasNextPage && !rows.isFetching) void rows.fetchNextPage();
        }}
      />
    </div>
  );
}

const rowKey = ({ n }: JobRow) => String(n);
/** Rows below the view that are read before they are needed. */
const margin = 50;

interface RowProps {
  action: JobAction;
  row: JobRow;
}

function RowName({ action, row: { target, name, email } }: RowProps) {
  const kind = targetKindOf(action);
  return (
    <span className={styles.name}>
      {(kind === 'user' || kind === 'team') && <Avatar id={target.id} name={name} email={email} size={20} />}
      <bdi className={styles.text} data-personal="" title={target.id}>
        {name || email || shortenMiddle(target.id)}
      </bdi>
    </span>
  );
}

function Change({ action, row }: RowProps) {
  const messages = useMessages();
  if (row.reason !== null) return <span className={cx(styles.change, styles.quiet)}>{skipText(messages, row.reason)}</span>;
  const { before, after, tone } = rowChange(messages, action, row);
  const isValue = 'path' in action;
  return (
    <span className={styles.change} {...(isValue ? { 'data-personal': '' } : {})}>
      {before !== null && (
        <>
          <span className={cx(styles.text, styles.quiet)} title={before}>
            {before}
          </span>
          <span aria-hidden="true">→</span>
        </>
      )}
      <span className={cx(styles.text, styles[tone])} title={after}>
        {after}
      </span>
    </span>
  );
}
