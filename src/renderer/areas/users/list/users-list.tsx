import { UsersRound } from 'lucide-react';
import { type RefCallback, useCallback, useEffect, useRef, useState } from 'react';
import type { ErrorReport } from '#contract/errors.ts';
import type { JsonValue } from '#contract/service/models/fields.ts';
import type { PageSlot } from '#data/page-window.ts';
import { type LeftPlace, type UserFilter, type UserPages, useKnownTotal, useLoadedFilter, useUserPages } from '#data/user-pages.ts';
import { cx } from '#lib/class-names.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { formatNumber } from '#lib/intl/format.ts';
import { narrowedBy } from '#lib/search.ts';
import { useMessages } from '#lib/use-messages.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { NoMatchState } from '#ui/feedback/no-match-state.tsx';
import { OmittedNote } from '#ui/feedback/omitted-note.tsx';
import { RetryButton } from '#ui/feedback/retry-button.tsx';
import { ListBody, ListFooter } from '#ui/layout/list-frame.tsx';
import { useViewState } from '#window/view-state.ts';
import styles from '../users-screen.module.css';
import { isStoredPosition, type StoredPosition, slotsOf, toStoredPosition } from './list-position';
import { UserRows, type UserRowsProps } from './user-rows';

interface UsersListProps extends UserRowsProps {
  filter: UserFilter;
  /** The ref that measures the list. */
  measured: RefCallback<HTMLElement>;
  onClear: () => void;
}

/** The list for a filter. While the first page of a new filter loads, the old rows stay. */
export function UsersList({ connectionId, filter, measured, ...rest }: UsersListProps) {
  const { shown, isStale } = useLoadedFilter(connectionId, filter);
  return (
    <ListBody ref={measured} className={cx(styles.list, isStale && styles.stale)} aria-busy={isStale}>
      <Rows key={JSON.stringify(shown)} connectionId={connectionId} filter={shown} {...rest} />
    </ListBody>
  );
}

function Rows({ filter, onClear, ...props }: Omit<UsersListProps, 'measured'>) {
  const { connectionId } = props;
  const { left, note, follow } = useLeftPlace(filter);
  const pages = useUserPages(connectionId, filter, left);
  const { onView } = pages;
  follow(pages.slots);
  const view = useCallback(
    (first: number, last: number) => {
      onView(first, last);
      // The heading covers the first row, unless the list is at its top.
      note(first === 0 ? 0 : first + 1);
    },
    [onView, note],
  );
  const isAll = !filter.q && !filter.team;
  const isEmpty = pages.count === 0 && pages.omitted === undefined;
  const footer = !isEmpty && (
    <ListFooter role="status">
      {pages.error === null ? (
        <LoadedCount connectionId={connectionId} pages={pages} isAll={isAll} />
      ) : (
        <PageFailed report={reportOf(pages.error)} onRetry={pages.retry} />
      )}
      <OmittedNote omitted={pages.omitted} />
    </ListFooter>
  );
  return (
    <UserRows
      {...props}
      pages={pages}
      initialRow={left?.row ?? 0}
      onView={view}
      none={<NoUsers filter={filter} onClear={onClear} />}
      footer={footer}
    />
  );
}

interface LoadedCountProps {
  connectionId: string;
  pages: UserPages;
  /** Whether the list has no filter. */
  isAll: boolean;
}

/** How many users were read, and of how many where the overview has told that. */
function LoadedCount({ connectionId, pages: { count, hasMore }, isAll }: LoadedCountProps) {
  const { t, locale } = useMessages();
  const total = useKnownTotal(connectionId);
  const shown = formatNumber(count, locale);
  if (!hasMore) return t('users.total', { count, shown });
  if (isAll && total !== undefined && total > count) return t('users.loaded.of', { shown, total: formatNumber(total, locale) });
  return t('users.loaded', { count, shown });
}

function PageFailed({ report, onRetry }: { report: ErrorReport; onRetry: () => void }) {
  const { t } = useMessages();
  return (
    <>
      <span>{t('users.page-failed')}</span>
      <RetryButton size="sm" report={report} onRetry={onRetry} />
    </>
  );
}

function NoUsers({ filter: { q, team }, onClear }: Pick<UsersListProps, 'filter' | 'onClear'>) {
  const { t } = useMessages();
  if (!q && !team) return <EmptyState icon={UsersRound} title={t('users.none.title')} text={t('users.none.text')} />;
  const by = narrowedBy(q ?? '', Boolean(team));
  return (
    <NoMatchState
      title={t('users.no-match.title', { by })}
      text={t('users.no-match.text')}
      by={by}
      clearLabel={t('users.no-match.clear', { by })}
      onClear={onClear}
    />
  );
}

/** Milliseconds without scrolling after which the place is stored. */
const rest = 400;

const isPlaceOrNone = (value: JsonValue): value is StoredPosition | null => value === null || isStoredPosition(value);

/**
 * Returns where the list of a filter was left, and functions that note the first visible row, and follow the known pages. Only the place
 * in the latest filter is stored.
 */
function useLeftPlace(filter: UserFilter) {
  const of = JSON.stringify([filter.q ?? '', filter.team ?? '', filter.desc]);
  const [stored, keep] = useViewState<StoredPosition | null>('users.place', null, isPlaceOrNone);
  // Where it was when the list appeared: what is stored later is this list’s own.
  const [left] = useState<LeftPlace | undefined>(() => (stored?.of === of ? { slots: slotsOf(stored), row: stored.row } : undefined));
  const latest = useRef<{ keep: typeof keep; slots: readonly PageSlot[] }>({ keep, slots: [] });
  const waiting = useRef<{ row: number; timer: ReturnType<typeof setTimeout> } | null>(null);
  const store = useCallback(() => {
    if (waiting.current === null) return;
    const { row, timer } = waiting.current;
    clearTimeout(timer);
    waiting.current = null;
    latest.current.keep(toStoredPosition(of, latest.current.slots, row));
  }, [of]);
  useEffect(() => store, [store]);
  const note = useCallback(
    (row: number) => {
      clearTimeout(waiting.current?.timer);
      waiting.current = { row, timer: setTimeout(store, rest) };
    },
    [store],
  );
  const follow = (slots: readonly PageSlot[]) => {
    latest.current = { keep, slots };
  };
  return { left, note, follow };
}
