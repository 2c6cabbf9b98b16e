import { UsersRound } from 'lucide-react';
import { type RefCallback, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ErrorReport } from '#contract/errors.ts';
import type { JsonValue } from '#contract/service/models/fields.ts';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import type { PageSlot } from '#data/page-window.ts';
import { type LeftPlace, type UserFilter, type UserPages, useKnownTotal, useLoadedFilter, useUserPages } from '#data/user-pages.ts';
import { cx } from '#lib/class-names.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { formatNumber } from '#lib/intl/format.ts';
import { narrowedBy } from '#lib/search.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useRowMenu } from '#parts/row-menu/row-menu.tsx';
import type { SendEmail } from '#parts/send-email/use-send-email.tsx';
import type { ListSelection } from '#ui/data/list/use-row-clicks.ts';
import { type Column, VirtualList } from '#ui/data/virtual-list.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { NoMatchState } from '#ui/feedback/no-match-state.tsx';
import { OmittedNote } from '#ui/feedback/omitted-note.tsx';
import { RetryButton } from '#ui/feedback/retry-button.tsx';
import { SkeletonTable } from '#ui/feedback/skeleton.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { ListBody, ListFooter } from '#ui/layout/list-frame.tsx';
import { useViewState } from '#window/view-state.ts';
import { ColumnHeader, ColumnHeaders } from '../columns/column-header';
import { useColumnDrag } from '../columns/use-column-drag';
import type { UserTable } from '../columns/use-user-table';
import type { UserColumn } from '../columns/user-columns';
import { isStoredPosition, type StoredPosition, slotsOf, toStoredPlace } from '../list-position';
import { maxRange, type Selection } from '../selection/use-selection';
import styles from '../users-screen.module.css';
import { useListedName, useUserMenu } from './use-user-menu';

interface UsersListProps {
  connectionId: string;
  filter: UserFilter;
  selected: string | undefined;
  table: UserTable;
  selection: Selection;
  email: SendEmail;
  /** The ref that measures the list. */
  measured: RefCallback<HTMLElement>;
  onOpen: (userId: string) => void;
  /** Runs after a user was deleted from the list. */
  onDeleted: (userId: string) => void;
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

function Rows({ connectionId, filter, selected, table, selection, email, onOpen, onDeleted, onClear }: Omit<UsersListProps, 'measured'>) {
  const { t } = useMessages();
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
  const drag = useColumnDrag(table);
  // The rows are drawn often while they scroll; their headings aren’t.
  const headers = useMemo(() => ({ table, drag }), [table, drag]);
  const columns = useMemo(() => table.shown.map(toColumn), [table.shown]);
  const userMenu = useUserMenu({ connectionId, email, onOpen, onDeleted });
  const { menu, element: menuElement } = useRowMenu(userMenu.contentOf);
  const rowSelection = useListSelection(selection, pages);
  const open = useCallback((user: ServerUser) => onOpen(user.id), [onOpen]);
  if (pages.isLoading) return <SkeletonTable template={table.template} hasSelection />;
  if (pages.error !== null && !pages.hasUsers) return <ErrorState report={reportOf(pages.error)} onRetry={pages.retry} />;
  if (pages.count === 0 && pages.omitted === undefined) return <NoUsers filter={filter} onClear={onClear} />;
  const isAll = !filter.q && !filter.team;
  return (
    <ColumnHeaders value={headers}>
      <VirtualList
        label={t('users.list')}
        columns={columns}
        template={table.template}
        count={pages.count}
        itemAt={pages.userAt}
        getKey={userKey}
        selectedKey={selected}
        onOpen={open}
        selection={rowSelection}
        menu={menu}
        initialRow={left?.row ?? 0}
        onView={view}
        hasMore={pages.hasMore}
      />
      <ListFooter role="status">
        {pages.error === null ? (
          <LoadedCount connectionId={connectionId} pages={pages} isAll={isAll} />
        ) : (
          <PageFailed report={reportOf(pages.error)} onRetry={pages.retry} />
        )}
        <OmittedNote omitted={pages.omitted} />
      </ListFooter>
      {menuElement}
      {userMenu.dialog}
    </ColumnHeaders>
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

function toColumn({ id, title, width, isNumeric, path, cell }: UserColumn): Column<ServerUser> {
  return { id, header: <ColumnHeader id={id} title={title} path={path} />, width, numeric: isNumeric, cell };
}

const userKey = (user: ServerUser) => user.id;

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

/** Returns the selection as the list of users uses it. */
function useListSelection(selection: Selection, pages: ReturnType<typeof useUserPages>): ListSelection<ServerUser> {
  const { t } = useMessages();
  const nameOf = useListedName();
  const show = useToasts((state) => state.show);
  const label = useCallback((user: ServerUser) => t('users.select', { name: nameOf(user) }), [t, nameOf]);
  const noteLimit = (rows: number) => {
    if (rows > maxRange)
      show({ tone: 'neutral', title: ({ t, locale }) => t('users.selection.limit', { limit: formatNumber(maxRange, locale) }) });
  };
  return {
    isEmpty: selection.items.size === 0,
    has: ({ id }) => selection.items.has(id),
    label,
    onToggle: (row, user) => selection.toggle(row, user),
    onExtend(from, to) {
      noteLimit(Math.abs(to - from) + 1);
      selection.extend(from, to, pages.usersBetween);
    },
    onAll() {
      noteLimit(pages.count);
      selection.selectAll(pages.count, pages.usersBetween);
    },
  };
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
    latest.current.keep(toStoredPlace(of, latest.current.slots, row));
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
