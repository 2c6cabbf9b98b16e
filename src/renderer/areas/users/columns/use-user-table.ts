import {
  type ColumnDef,
  columnOrderingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  functionalUpdate,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import type { UserOrder } from '#contract/query/user-query.ts';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useNow } from '#ui/data/relative-time.tsx';
import { useViewState } from '#window/view-state.ts';
import { type ColumnLayout, initialLayout, isColumnLayout, layoutOf, maxPaths, movedTo, withoutPath, withPath } from './column-layout';
import { isSortedBy, metadataColumn, plainLook, type RowLook, type UserColumn, userColumns } from './user-columns';

const features = tableFeatures({ columnOrderingFeature, columnVisibilityFeature, columnSizingFeature });
/** The rows are in `useUserPages`, which has only those near the view; the table knows the columns. */
const noRows: ServerUser[] = [];

const [minWidth, maxWidth] = [60, 800];

/** The part of the window’s width that the users’ own column has, until columns are changed. */
export const nameWidth = 0.26;

/** Widths that don’t depend on the list’s own, unless it has room for two columns only: those beside them would move when a panel opens. */
const initialWidths: Readonly<Record<string, string>> = {
  user: `max(160px, min(${nameWidth * 100}vw, 100cqw - 236px))`,
  methods: 'minmax(148px, 1fr)',
};

export interface UserTable {
  /** The shown columns from left to right. */
  readonly shown: readonly UserColumn[];
  /** All columns, in the order of the menu. */
  readonly all: readonly UserColumn[];
  /** As in `grid-template-columns`. */
  readonly template: string;
  /** Whether the columns were never changed. */
  readonly isInitial: boolean;
  /** Whether another metadata column can be added. */
  readonly hasRoom: boolean;
  show(id: string, isShown: boolean): void;
  /** Moves a column to the place of another one. */
  move(id: string, target: string): void;
  /** Sets a width in CSS pixels; `isFinal` is false while it is being dragged. */
  resize(id: string, width: number, isFinal: boolean): void;
  addPath(path: string): void;
  removePath(path: string): void;
  reset(): void;
}

/** Returns the metadata paths that have a shown column. */
export function shownPaths({ shown }: UserTable): readonly string[] {
  return shown.flatMap(({ path }) => path ?? []);
}

/** Columns that a list has instead of those that it was left with: those of a saved view. */
interface ViewColumns {
  readonly viewId: string;
  readonly ids: readonly string[];
}

interface UserTableOptions {
  /** As many of the last columns are left out, if none were chosen, but not the one by which the list is sorted. */
  readonly narrowness: number;
  readonly order?: UserOrder;
  readonly look?: RowLook;
  readonly view?: ViewColumns | null;
}

/** Returns the columns of the users list as they were left in this project, or those of a view, whose changes this window keeps until it is saved. */
export function useUserTable({ narrowness, order, look = plainLook, view = null }: UserTableOptions): UserTable {
  const messages = useMessages();
  const now = useNow();
  const [layout, keep] = useLayout(view);
  const [dragged, setDragged] = useState<{ id: string; width: number } | null>(null);
  const hasEmail = layout.visible.email === true;
  const all = useMemo(
    () => [...userColumns(messages, hasEmail, now, look), ...layout.paths.flatMap(metadataColumn)],
    [messages, hasEmail, now, layout.paths, look],
  );
  const visible = useMemo(
    () => Object.fromEntries(all.map(({ id, isShown, canHide }) => [id, !canHide || (layout.visible[id] ?? isShown)])),
    [all, layout.visible],
  );
  const table = useTable({
    features,
    columns: useMemo(() => all.map(toDefinition), [all]),
    data: noRows,
    state: { columnOrder: layout.order, columnVisibility: visible, columnSizing: layout.widths },
    onColumnOrderChange: (next) => keep({ ...layout, order: functionalUpdate(next, layout.order) }),
    onColumnVisibilityChange: (next) => keep({ ...layout, visible: functionalUpdate(next, visible) }),
    onColumnSizingChange: (next) => keep({ ...layout, widths: functionalUpdate(next, layout.widths) }),
  });
  const isInitial = layout === initialLayout;
  const ids = JSON.stringify(table.getVisibleLeafColumns().map(({ id }) => id));
  const sortedId = all.find(({ by }) => order !== undefined && by !== undefined && isSortedBy(order, by))?.id;
  const shown = useMemo(() => {
    const found = (JSON.parse(ids) as string[]).flatMap((id) => all.find((column) => column.id === id) ?? []);
    return isInitial ? fitting(found, found.length - narrowness, sortedId) : found;
  }, [ids, all, narrowness, isInitial, sortedId]);
  const widthOf = ({ id, width }: UserColumn) => {
    if (dragged?.id === id) return `${dragged.width}px`;
    if (isInitial) return initialWidths[id] ?? width;
    return layout.widths[id] === undefined ? width : `${table.getColumn(id)?.getSize()}px`;
  };
  return {
    shown,
    all,
    template: filled(shown.map(widthOf)),
    isInitial,
    hasRoom: layout.paths.length < maxPaths,
    show: (id, isShown) => table.getColumn(id)?.toggleVisibility(isShown),
    move: (id, target) =>
      table.setColumnOrder(
        movedTo(
          table.getAllLeafColumns().map((column) => column.id),
          id,
          target,
        ),
      ),
    resize(id, width, isFinal) {
      const limited = Math.round(Math.min(maxWidth, Math.max(minWidth, width)));
      setDragged(isFinal ? null : { id, width: limited });
      if (isFinal) table.setColumnSizing((widths) => ({ ...widths, [id]: limited }));
    },
    addPath: (path) =>
      keep(
        withPath(
          layout,
          path,
          shown.map(({ id }) => id),
        ),
      ),
    removePath: (path) => keep(withoutPath(layout, path)),
    reset: () => keep(initialLayout),
  };
}

/** The columns that every project has. */
const fixedIds = ['user', 'email', 'id', 'signed-up', 'active', 'methods', 'team', 'country'];

function useLayout(view: ViewColumns | null): [ColumnLayout, (layout: ColumnLayout) => void] {
  const [left, keep] = useViewState('users.columns', initialLayout, isColumnLayout);
  const [changed, setChanged] = useState<{ readonly of: string; readonly layout: ColumnLayout } | null>(null);
  const of = JSON.stringify(view);
  const ofView = useMemo(() => {
    const shown = JSON.parse(of) as ViewColumns | null;
    return shown === null ? null : layoutOf(shown.ids, left, fixedIds);
  }, [of, left]);
  if (ofView === null) return [left, keep];
  return [changed?.of === of ? changed.layout : ofView, (layout) => setChanged({ of, layout })];
}

function toDefinition({ id, title, canHide }: UserColumn): ColumnDef<typeof features, ServerUser> {
  return { id, header: title, enableHiding: canHide, minSize: minWidth, maxSize: maxWidth };
}

/** Returns as many columns as there is room for. The one by which the list is sorted takes the place of the last one if it would be left out. */
export function fitting<C extends { readonly id: string }>(
  columns: readonly C[],
  count: number,
  sortedId: string | undefined,
): readonly C[] {
  const left = columns.slice(0, count);
  const sorted = columns.slice(count).find(({ id }) => id === sortedId);
  return sorted === undefined ? left : [...left.slice(0, -1), sorted];
}

/** If every column has a fixed width, the last one gets the remaining room. */
function filled(widths: readonly string[]): string {
  const fixed = widths.every((width) => !width.includes('fr'));
  return widths.map((width, at) => (fixed && at === widths.length - 1 ? `minmax(${width}, 1fr)` : width)).join(' ');
}
