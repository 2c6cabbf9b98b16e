import { useState } from 'react';
import type { JobPreview, JobRow } from '#contract/jobs/job.ts';
import { type JobAction, targetKindOf } from '#contract/jobs/job-action.ts';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { useJobRows } from '#data/jobs.ts';
import { cx } from '#lib/class-names.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { formatNumber, shortenMiddle } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { MessageKey, Translator } from '#messages/translator.ts';
import { Avatar } from '#ui/data/avatar.tsx';
import { type Column, VirtualList } from '#ui/data/virtual-list.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { skipText, valueText } from '../job-sentences';
import styles from './job-preview.module.css';

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

interface RowChange {
  /** What the row is like now; null where that is nothing, isn’t known, or says no more than what it will be. */
  readonly before: string | null;
  readonly after: string;
  readonly tone: 'good' | 'bad' | 'neutral';
}

/** Actions whose rows all change in the same way. */
const fixed: Readonly<
  Partial<Record<JobAction['kind'], readonly [before: MessageKey | null, after: MessageKey, tone: RowChange['tone']]>>
> = {
  'users.delete': [null, 'jobs.preview.change.deleted', 'bad'],
  'teams.delete': [null, 'jobs.preview.change.deleted', 'bad'],
  'users.revokeSessions': [null, 'jobs.preview.change.signed-out', 'bad'],
  'users.addToTeam': [null, 'jobs.preview.change.member', 'good'],
  'users.rejoinTeam': [null, 'jobs.preview.change.member', 'good'],
  'teams.addMember': [null, 'jobs.preview.change.member', 'good'],
  'teams.removeMember': [null, 'jobs.preview.change.no-member', 'bad'],
  'users.removeFromTeam': [null, 'jobs.preview.change.no-member', 'bad'],
  'users.verifyEmail': ['jobs.preview.change.unverified', 'jobs.preview.change.verified', 'good'],
  'users.removePasskey': ['jobs.preview.change.passkey', 'jobs.preview.change.none', 'bad'],
  'users.removePassword': ['jobs.preview.change.password', 'jobs.preview.change.none', 'bad'],
  'users.removeTwoFactor': ['jobs.preview.change.two-factor', 'jobs.preview.change.none', 'bad'],
  'users.restrict': [null, 'jobs.preview.change.restricted', 'bad'],
  'users.liftRestriction': ['jobs.preview.change.restricted', 'jobs.preview.change.none', 'good'],
  'users.sendEmail': [null, 'jobs.preview.change.email', 'neutral'],
  'users.sendSignInInvitation': [null, 'jobs.preview.change.invitation', 'neutral'],
  'definitions.delete': [null, 'jobs.preview.change.deleted', 'bad'],
  'emails.pause': [null, 'jobs.preview.change.paused', 'neutral'],
  'emails.resume': [null, 'jobs.preview.change.resumed', 'good'],
  'emails.retry': [null, 'jobs.preview.change.email', 'good'],
  'emails.cancel': [null, 'jobs.preview.change.canceled', 'bad'],
  'invitations.send': [null, 'jobs.preview.change.invitation', 'neutral'],
};

/** Returns what a job does to a row. Values are personal. */
function rowChange(messages: Translator, action: JobAction, { before }: Pick<JobRow, 'before'>): RowChange {
  const { t } = messages;
  const known = fixed[action.kind];
  if (known !== undefined) return { before: known[0] && t(known[0]), after: t(known[1]), tone: known[2] };
  switch (action.kind) {
    case 'users.grantInProject':
    case 'users.grantInTeam':
      return { before: null, after: `+ ${action.permissionId}`, tone: 'good' };
    case 'users.revokeInProject':
    case 'users.revokeInTeam':
      return { before: null, after: `− ${action.permissionId}`, tone: 'bad' };
    case 'users.setMetadata':
    case 'teams.setMetadata':
      return { before: foundText(messages, before), after: valueText(messages, action.value), tone: 'good' };
    case 'users.unsetMetadata':
    case 'teams.unsetMetadata':
      return { before: foundText(messages, before), after: t('jobs.preview.change.none'), tone: 'bad' };
    case 'users.setOneTimeCodes': {
      const [was, will] = action.isOn ? (['off', 'on'] as const) : (['on', 'off'] as const);
      return { before: t(`jobs.preview.change.${was}`), after: t(`jobs.preview.change.${will}`), tone: action.isOn ? 'good' : 'bad' };
    }
    case 'users.restoreMetadata':
    case 'teams.restoreMetadata':
    case 'users.restoreFields':
      return { before: null, after: t('jobs.preview.change.restored'), tone: 'good' };
    case 'users.import':
    case 'teams.import':
    case 'permissions.import':
      return { before: null, after: t(before === null ? 'jobs.preview.change.created' : 'jobs.preview.change.changed'), tone: 'good' };
    default:
      return { before: null, after: t('jobs.preview.change.revoked'), tone: 'bad' };
  }
}

/** Returns the value that a preview found at a metadata path; null for none. */
function foundText(messages: Translator, before: JsonValue): string | null {
  if (typeof before !== 'object' || before === null || Array.isArray(before)) return null;
  return before.value === undefined ? null : valueText(messages, before.value);
}
