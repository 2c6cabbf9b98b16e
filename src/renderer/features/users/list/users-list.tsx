import { UsersRound } from 'lucide-react';
import { type RefCallback, useCallback, useMemo } from 'react';
import type { ErrorReport } from '../../../../contract/errors';
import type { ServerUser } from '../../../../contract/service/models/models';
import { useRowMenu } from '../../../blocks/row-menu/use-row-menu';
import type { SendEmail } from '../../../blocks/send-email/use-send-email';
import { cx } from '../../../lib/class-names';
import { reportOf } from '../../../lib/errors/error-text';
import { formatNumber } from '../../../lib/intl/format';
import { narrowedBy } from '../../../lib/search/narrowed-by';
import { useMessages } from '../../../lib/use-messages';
import { type UserFilter, useLoadedFilter, useUserPages } from '../../../queries/user-pages';
import { type Column, VirtualList } from '../../../ui/data/virtual-list';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { ErrorState } from '../../../ui/feedback/error-state';
import { NoMatchState } from '../../../ui/feedback/no-match-state';
import { OmittedNote } from '../../../ui/feedback/omitted-note';
import { RetryButton } from '../../../ui/feedback/retry-button';
import { SkeletonTable } from '../../../ui/feedback/skeleton';
import { ListBody, ListFooter } from '../../../ui/layout/list-frame';
import { ColumnHeader, ColumnHeaders } from '../columns/column-header';
import { useColumnDrag } from '../columns/use-column-drag';
import type { UserTable } from '../columns/use-user-table';
import type { UserColumn } from '../columns/user-columns';
import { useListSelection } from '../selection/use-list-selection';
import type { Selection } from '../selection/use-selection';
import styles from '../users-screen.module.css';
import { useLeftPlace } from './use-left-place';
import { useUserMenu } from './use-user-menu';

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

function Rows({ connectionId, filter, selected, table, selection, email, onOpen, onClear }: Omit<UsersListProps, 'measured'>) {
  const messages = useMessages();
  const { t, locale } = messages;
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
  const { menu, element: menuElement } = useRowMenu(useUserMenu({ connectionId, email, onOpen }));
  const rowSelection = useListSelection(selection, pages);
  const open = useCallback((user: ServerUser) => onOpen(user.id), [onOpen]);
  if (pages.isLoading) return <SkeletonTable template={table.template} hasSelection />;
  if (pages.error !== null && !pages.hasUsers) return <ErrorState report={reportOf(pages.error)} onRetry={pages.retry} />;
  if (pages.count === 0 && pages.omitted === undefined) return <NoUsers filter={filter} onClear={onClear} />;
  const key = pages.hasMore ? 'users.loaded' : 'users.total';
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
          t(key, { count: pages.count, shown: formatNumber(pages.count, locale) })
        ) : (
          <PageFailed report={reportOf(pages.error)} onRetry={pages.retry} />
        )}
        <OmittedNote omitted={pages.omitted} />
      </ListFooter>
      {menuElement}
    </ColumnHeaders>
  );
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
