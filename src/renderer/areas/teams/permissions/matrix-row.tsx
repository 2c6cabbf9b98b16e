import { Check, Minus, Plus } from 'lucide-react';
import { memo, useMemo } from 'react';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { cx } from '#lib/class-names.ts';
import { useUserName } from '#lib/rules/names.ts';
import type { GrantChange } from '#lib/rules/team-rights.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { Translator } from '#messages/translator.ts';
import { Avatar } from '#ui/data/avatar.tsx';
import { Icon } from '#ui/data/icon.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import styles from './matrix.module.css';
import { type Inheritance, type MatrixCell, memberCells } from './matrix-cells';
import type { CellPlace } from './use-matrix-focus';

/** What a member's row shows. Each part is the same object as long as it is the same. */
export interface RowContent {
  readonly granted: ReadonlySet<string>;
  readonly changes: readonly GrantChange[];
  readonly inheritance: Inheritance;
}

/** A column in view. */
export interface VisibleColumn {
  readonly index: number;
  readonly start: number;
  readonly id: string;
}

interface RowPlace {
  index: number;
  start: number;
  columns: readonly VisibleColumn[];
  firstBuiltIn: number;
}

interface MatrixRowProps extends RowPlace {
  member: ServerUser;
  content: RowContent;
  /** The column of the cell that Tab reaches, if it is in this row. */
  focusedColumn: number | null;
  isLocked: boolean;
  onFocus: (place: CellPlace) => void;
  onToggle: (place: CellPlace) => void;
}

/** A member with one cell for each permission in view. */
export const MatrixRow = memo(function MatrixRow(props: MatrixRowProps) {
  const { index, start, columns, firstBuiltIn, member, content, focusedColumn, isLocked, onFocus, onToggle } = props;
  const name = useUserName()(member);
  const { granted, changes, inheritance } = content;
  const cellOf = useMemo(() => memberCells(granted, changes, inheritance), [granted, changes, inheritance]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: absolutely positioned rows can’t be rows of a table element
    // biome-ignore lint/a11y/useFocusableInteractive: only cells are focusable
    <div
      role="row"
      aria-rowindex={index + 2}
      className={cx(styles.row, changes.length > 0 && styles.changed)}
      style={{ transform: `translateY(${start}px)` }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: see above */}
      <div role="rowheader" aria-colindex={1} className={styles.member}>
        <Avatar id={member.id} name={member.display_name} email={member.primary_email} imageUrl={member.profile_image_url} />
        <bdi className={styles.memberName} title={member.primary_email === null ? name : `${name} (${member.primary_email})`}>
          {name}
        </bdi>
      </div>
      {columns.map((column) => (
        <Cell
          key={column.id}
          row={index}
          column={column}
          cell={cellOf(column.id)}
          isFirstBuiltIn={column.index === firstBuiltIn}
          isFocused={column.index === focusedColumn}
          isLocked={isLocked}
          onFocus={onFocus}
          onToggle={onToggle}
        />
      ))}
    </div>
  );
});

interface CellProps extends Pick<MatrixRowProps, 'isLocked' | 'onFocus' | 'onToggle'> {
  row: number;
  column: VisibleColumn;
  cell: MatrixCell;
  isFirstBuiltIn: boolean;
  isFocused: boolean;
}

function Cell({ row, column: { index, start, id }, cell, isFirstBuiltIn, isFocused, isLocked, onFocus, onToggle }: CellProps) {
  const messages = useMessages();
  const place = { row, column: index };
  const { label, title } = cellTexts(messages, id, cell);
  return (
    // biome-ignore lint/a11y/useSemanticElements: absolutely positioned cells can’t be cells of a table element
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles keys
    <div
      role="gridcell"
      aria-colindex={index + 2}
      aria-label={label}
      aria-selected={cell.state === 'direct' || cell.state === 'granting'}
      aria-disabled={isLocked || undefined}
      data-cell={`${row} ${index}`}
      data-state={cell.state}
      data-first-built-in={isFirstBuiltIn || undefined}
      tabIndex={isFocused ? 0 : -1}
      className={styles.cell}
      style={{ left: start }}
      title={title}
      onFocus={() => onFocus(place)}
      onClick={() => onToggle(place)}
    >
      <CellMark cell={cell} isLocked={isLocked} />
    </div>
  );
}

/** What saving does to a cell. */
const changes: Readonly<Partial<Record<MatrixCell['state'], typeof Plus>>> = {
  granting: Plus,
  gaining: Plus,
  revoking: Minus,
  losing: Minus,
};

function CellMark({ cell: { state, chain }, isLocked }: { cell: MatrixCell; isLocked: boolean }) {
  const { t } = useMessages();
  if (state === 'none') return isLocked ? null : <span className={styles.empty}>{<Icon of={Plus} size={13} />}</span>;
  const isDirect = state === 'direct' || state === 'granting';
  const change = changes[state];
  return (
    <span className={cx(styles.mark, styles[state])}>
      {isDirect && <Icon of={Check} size={14} />}
      {state === 'revoking' && t('matrix.cell.revoking')}
      {!isDirect && state !== 'revoking' && (
        <bdi>{chain === null ? t('matrix.cell.inherited') : t('matrix.cell.via', { id: chain[0] })}</bdi>
      )}
      {change && <Badge icon={change} />}
    </span>
  );
}

function Badge({ icon }: { icon: typeof Plus }) {
  return (
    <span className={styles.badge}>
      <Icon of={icon} size={10} />
    </span>
  );
}

/** The name of a cell for screen readers, and its tooltip. */
function cellTexts({ t }: Translator, id: string, { state, chain }: MatrixCell): { label: string; title: string | undefined } {
  const text = t(`matrix.state.${state}`, { chain: chain === null ? t('matrix.chain.unknown') : [...chain, id].join(' → ') });
  const isStill = state === 'revoking' && chain !== null;
  const label = isStill ? `${text}, ${t('matrix.state.inherited', { chain: [...chain, id].join(' → ') })}` : text;
  return { label: `${id}: ${label}`, title: state === 'none' || state === 'direct' ? undefined : `${id}: ${label}` };
}

/** A row whose page is loading. */
export function WaitingMatrixRow({ index, start }: RowPlace) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: absolutely positioned rows can’t be rows of a table element
    // biome-ignore lint/a11y/useFocusableInteractive: only cells are focusable
    <div role="row" aria-busy="true" aria-rowindex={index + 2} className={styles.row} style={{ transform: `translateY(${start}px)` }}>
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: see above */}
      <div role="rowheader" aria-colindex={1} className={styles.member}>
        <Skeleton circle width={24} height={24} />
        <Skeleton width={120} />
      </div>
    </div>
  );
}
