import { type ReactNode, useCallback, useMemo } from 'react';
import type { UserOrder } from '#contract/query/user-query.ts';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import type { UserPages } from '#data/user-pages.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useListSelection } from '#parts/selection/use-list-selection.ts';
import type { Selection } from '#parts/selection/use-selection.ts';
import type { ListMenu } from '#ui/data/list/use-row-clicks.ts';
import { type Column, VirtualList } from '#ui/data/virtual-list.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { SkeletonTable } from '#ui/feedback/skeleton.tsx';
import { ColumnHeader, ColumnHeaders, type Sorting } from '../columns/column-header';
import { useColumnDrag } from '../columns/use-column-drag';
import type { UserTable } from '../columns/use-user-table';
import { isSortedBy, type UserColumn } from '../columns/user-columns';
import { useListedName } from './use-user-menu';

/** What the lists of users have in common, wherever their rows are from. */
export interface UserRowsProps {
  connectionId: string;
  selected: string | undefined;
  table: UserTable;
  sorting: Sorting;
  selection: Selection<ServerUser>;
  menu: ListMenu<ServerUser>;
  onOpen: (userId: string) => void;
}

interface LoadedRowsProps extends UserRowsProps {
  pages: UserPages;
  initialRow: number;
  onView: (first: number, last: number) => void;
  /** Shown instead of rows if there are none. */
  none: ReactNode;
  footer: ReactNode;
}

/** The rows of a list of users in all their states, with what is below them. */
export function UserRows(props: LoadedRowsProps) {
  const { pages, selected, table, sorting, selection, menu, initialRow, onOpen, onView, none, footer } = props;
  const { t } = useMessages();
  const drag = useColumnDrag(table);
  // The rows are drawn often while they scroll; their headings aren’t.
  const order = JSON.stringify(sorting.order);
  const { isByHeading } = sorting;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the order is compared by value, and what sorts does the same each time
  const headers = useMemo(() => ({ table, drag, sorting }), [table, drag, order, isByHeading]);
  const columns = useMemo(() => {
    const shown = JSON.parse(order) as UserOrder;
    return table.shown.map((column) => toColumn(column, shown));
  }, [table.shown, order]);
  const rowSelection = useListSelection({
    selection,
    count: pages.count,
    read: pages.usersBetween,
    nameOf: useListedName(),
  });
  const open = useCallback((user: ServerUser) => onOpen(user.id), [onOpen]);
  if (pages.isLoading) return <SkeletonTable template={table.template} hasSelection />;
  if (pages.error !== null && !pages.hasUsers) return <ErrorState report={reportOf(pages.error)} onRetry={pages.retry} />;
  if (pages.count === 0 && pages.omitted === undefined)
    return (
      <>
        {none}
        {footer}
      </>
    );
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
        initialRow={initialRow}
        onView={onView}
        hasMore={pages.hasMore}
      />
      {footer}
    </ColumnHeaders>
  );
}

function toColumn({ id, title, width, isNumeric, path, by, cell }: UserColumn, order: UserOrder): Column<ServerUser> {
  const isSorted = by !== undefined && isSortedBy(order, by);
  const sort = isSorted ? (order.desc ? 'descending' : 'ascending') : undefined;
  return { id, header: <ColumnHeader id={id} title={title} path={path} by={by} />, width, numeric: isNumeric, sort, cell };
}

export const userKey = (user: ServerUser) => user.id;
