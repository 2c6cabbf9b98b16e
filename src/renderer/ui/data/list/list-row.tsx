import { TriangleAlert } from 'lucide-react';
import { type ComponentProps, type CSSProperties, memo, type ReactNode } from 'react';
import { cx } from '#lib/class-names.ts';
import { useMessages } from '#lib/use-messages.ts';
import { CrashBoundary } from '../../feedback/crash-boundary';
import { Skeleton } from '../../feedback/skeleton';
import { Icon } from '../icon';
import styles from '../virtual-list.module.css';

interface RowPlace {
  index: number;
  start: number;
  rowHeight: number;
  focusable: boolean;
}

/** What a row needs of a column. */
interface CellColumn {
  id: string;
  numeric?: boolean;
  cell: (item: unknown) => ReactNode;
}

interface ItemRowProps extends RowPlace {
  item: unknown;
  columns: readonly CellColumn[];
  /** Whether its panel is open. */
  current: boolean;
  selected: boolean;
  /** Whether it is checked; undefined if rows can’t be selected. */
  checked: boolean | undefined;
  /** Name its checkbox and its menu; the functions stay the same, or all rows would be drawn again. */
  selectLabel: ((item: unknown) => string) | undefined;
  menuLabel: ((item: unknown) => string) | undefined;
  menuOpen: boolean;
}

/** A row of a list. Drawn again only when something of it changed: scrolling past thousands of rows must stay cheap. */
export const ItemRow = memo(function ItemRow(props: ItemRowProps) {
  const { item, columns, current, selected, checked, selectLabel, menuLabel, menuOpen, ...place } = props;
  return (
    <RowFrame {...place} aria-selected={selected} aria-current={current || undefined} data-menu-open={menuOpen || undefined}>
      <CrashBoundary resetKey={props} fallback={() => <FailedCell />}>
        <RowCells item={item} columns={columns} checked={checked} selectLabel={selectLabel} menuLabel={menuLabel} />
      </CrashBoundary>
    </RowFrame>
  );
});

type RowCellsProps = Pick<ItemRowProps, 'item' | 'columns' | 'checked' | 'selectLabel' | 'menuLabel'>;

function RowCells({ item, columns, checked, selectLabel, menuLabel }: RowCellsProps) {
  return (
    <>
      {selectLabel && <SelectCell label={selectLabel(item)} checked={checked ?? false} />}
      {columns.map((column) => (
        // biome-ignore lint/a11y/useSemanticElements: absolutely positioned rows can’t be rows of a table element
        // biome-ignore lint/a11y/useFocusableInteractive: only the row is focusable
        <div key={column.id} role="gridcell" className={column.numeric ? numericCell : styles.cell}>
          {column.cell(item)}
        </div>
      ))}
      {menuLabel && <MenuCell label={menuLabel(item)} />}
    </>
  );
}

/** Stands for the cells of a row whose item can’t be shown; the rows beside it stay. */
function FailedCell() {
  const { t } = useMessages();
  return (
    // biome-ignore lint/a11y/useSemanticElements: see above
    // biome-ignore lint/a11y/useFocusableInteractive: see above
    <div role="gridcell" className={styles.failed}>
      <Icon of={TriangleAlert} />
      {t('ui.list.row-failed')}
    </div>
  );
}

const numericCell = cx(styles.cell, styles.numeric);

/** The list handles its clicks. With the keyboard, Space selects. */
function SelectCell({ label, checked }: { label: string; checked: boolean }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see above
    // biome-ignore lint/a11y/useFocusableInteractive: see above
    <div role="gridcell" className={styles.select} data-select="">
      {/* biome-ignore lint/a11y/useSemanticElements: an input takes ten times as long to create, as React watches its value */}
      <span role="checkbox" tabIndex={-1} aria-label={label} aria-checked={checked} className={styles.checkbox} />
    </div>
  );
}

/** The list handles its clicks. With the keyboard, Shift+F10 opens the menu. Its icon is a background, drawn only where it is seen. */
function MenuCell({ label }: { label: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see above
    // biome-ignore lint/a11y/useFocusableInteractive: see above
    <div role="gridcell" className={styles.end}>
      <button type="button" tabIndex={-1} aria-label={label} aria-haspopup="menu" className={styles.menu} data-row-menu="" />
    </div>
  );
}

/** A heading of the rows below it. */
export function HeadingRow({ index, start, rowHeight, title }: Omit<RowPlace, 'focusable'> & { title: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: absolutely positioned rows can’t be rows of a table element
    // biome-ignore lint/a11y/useFocusableInteractive: nothing happens in it
    <div role="row" aria-rowindex={index + 2} className={styles.heading} style={rowStyle(rowHeight, start)}>
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: see above */}
      <div role="gridcell" className={styles.headingCell}>
        {title}
      </div>
    </div>
  );
}

/** A row whose page is loading. */
export function WaitingRow({ columns, ...place }: RowPlace & { columns: number }) {
  return (
    <RowFrame {...place} aria-busy="true">
      {Array.from({ length: columns }, (_, at) => (
        // biome-ignore lint/a11y/useSemanticElements: absolutely positioned rows can’t be rows of a table element
        // biome-ignore lint/a11y/useFocusableInteractive: only the row is focusable
        // biome-ignore lint/suspicious/noArrayIndexKey: the cells have no other key and are never reordered
        <div key={at} role="gridcell" className={styles.cell}>
          <Skeleton width={at === 0 ? 20 : '60%'} circle={at === 0} {...(at === 0 ? { height: 20 } : {})} />
        </div>
      ))}
    </RowFrame>
  );
}

/** A row at its place, reachable by Tab if it is the one. */
function RowFrame({ index, start, rowHeight, focusable, ...rest }: RowPlace & ComponentProps<'div'>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: absolutely positioned rows can’t be rows of a table element
    <div
      {...rest}
      role="row"
      data-row={index}
      tabIndex={focusable ? 0 : -1}
      aria-rowindex={index + 2}
      className={itemRow}
      style={rowStyle(rowHeight, start)}
    />
  );
}

const itemRow = cx(styles.row, styles.item);

/** Returns the style of a row at its place. */
export function rowStyle(height: number, start?: number): CSSProperties {
  return start === undefined ? { height } : { height, top: start };
}
