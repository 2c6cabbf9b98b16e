import { ArrowRight, Check, CircleAlert, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ColumnNote, ImportTarget, MappingProblem } from '#contract/imports/mapping.ts';
import type { ImportColumn, ImportKind } from '#contract/imports/source.ts';
import { cx } from '#lib/class-names.ts';
import { formatNames, formatNumber } from '#lib/intl/format.ts';
import { useConcealing } from '#lib/privacy/shown-text.ts';
import { shownUnknown } from '#lib/privacy/shown-unknown.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Icon } from '#ui/data/icon.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { Select } from '#ui/inputs/select.tsx';
import common from '../imports.module.css';
import styles from './columns.module.css';
import { choiceOf, type TargetChoice, type TargetGroup, targetChoices, targetFor } from './target-choices';
import { TargetFields } from './target-fields';

interface ColumnRowProps {
  kind: ImportKind;
  /** Its index, and the names of all columns by theirs. */
  at: number;
  column: ImportColumn;
  names: readonly string[];
  target: ImportTarget | null;
  problem: MappingProblem | undefined;
  note: ColumnNote | undefined;
  onChange: (target: ImportTarget | null) => void;
  onUnfinished: (isUnfinished: boolean) => void;
  /** Leaves out all columns of a problem but one. */
  onKeep: (column: number) => void;
}

/** A column of the file with samples, and what it becomes. */
export function ColumnRow(props: ColumnRowProps) {
  const { kind, at, column, names, target, problem, note, onChange, onUnfinished } = props;
  const { t } = useMessages();
  const warning = problem === undefined ? warningOf(note) : null;
  // Once for all of its columns.
  const isFirst = problem?.columns[0] === at;
  const tone = problem !== undefined ? styles.problem : warning !== null ? styles.warning : undefined;
  return (
    <>
      <tr className={cx(styles.columnRow, tone, target === null && styles.unused)}>
        <th scope="row">
          <code>{column.name}</code>
        </th>
        <td className={column.isSecret ? styles.secret : styles.sample} data-personal={column.isSecret ? undefined : ''}>
          {column.isSecret ? t('imports.secret-column') : column.samples.join(', ')}
        </td>
        <td className={styles.arrow}>
          <Icon of={ArrowRight} size={14} />
        </td>
        <td>
          <div className={styles.target}>
            <TargetSelect kind={kind} column={column.name} target={target} isWrong={problem !== undefined} onChange={onChange} />
            {target !== null && <TargetFields column={column.name} target={target} onChange={onChange} onUnfinished={onUnfinished} />}
          </div>
        </td>
        <td className={styles.state}>
          {target !== null && problem === undefined && warning === null && (
            <span className={common.good}>
              <Icon of={Check} size={15} />
            </span>
          )}
        </td>
      </tr>
      {(isFirst || warning !== null) && (
        <tr className={cx(styles.messageRow, tone)}>
          <td colSpan={5}>
            {isFirst && problem !== undefined && <Problem problem={problem} names={names} onKeep={props.onKeep} />}
            {warning !== null && note !== undefined && <Warning note={note} kind={warning} />}
          </td>
        </tr>
      )}
    </>
  );
}

interface TargetSelectProps {
  kind: ImportKind;
  column: string;
  target: ImportTarget | null;
  isWrong: boolean;
  onChange: (target: ImportTarget | null) => void;
}

const none = '';

function TargetSelect({ kind, column, target, isWrong, onChange }: TargetSelectProps) {
  const { t } = useMessages();
  const groups = Object.entries(targetChoices[kind]) as [TargetGroup, readonly TargetChoice[]][];
  const choose = (value: string) => onChange(value === none ? null : targetFor(value as TargetChoice, column, target));
  return (
    <Select
      className={styles.targetSelect}
      aria-label={t('imports.target', { column })}
      aria-invalid={isWrong}
      value={target === null ? none : choiceOf(target)}
      onChange={(event) => choose(event.target.value)}
    >
      <option value={none}>{t('imports.target.none')}</option>
      {groups.map(([group, choices]) => (
        <optgroup key={group} label={t(`imports.group.${group}`)}>
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {t(`imports.target.${kind === 'permissions' && choice === 'id' ? 'permission-id' : choice}`)}
            </option>
          ))}
        </optgroup>
      ))}
    </Select>
  );
}

interface ProblemProps {
  problem: MappingProblem;
  names: readonly string[];
  onKeep: (column: number) => void;
}

/** Why the mapping can’t be used, with the choice of one of the columns. */
function Problem({ problem: { reason, columns }, names, onKeep }: ProblemProps) {
  const { t, locale } = useMessages();
  const named = formatNames(
    columns.map((column) => names[column] ?? ''),
    locale,
  );
  return (
    <Line icon={CircleAlert} className={common.bad}>
      <span role="alert">{t(`imports.problem.${reason}`, { columns: named })}</span>
      <span className={styles.lineButtons}>
        {columns.length > 1 &&
          columns.map((column) => (
            <Button key={column} size="sm" onClick={() => onKeep(column)}>
              {t('imports.problem.use', { column: names[column] ?? '' })}
            </Button>
          ))}
      </span>
    </Line>
  );
}

function warningOf(note: ColumnNote | undefined): 'unreadable' | 'missing' | null {
  if (note === undefined) return null;
  if (note.unreadable > 0) return 'unreadable';
  return note.references !== null && note.references.missing.length > 0 ? 'missing' : null;
}

/** How many names are said; the check lists the lines of all of them. */
const shownNames = 3;

function Warning({ note, kind }: { note: ColumnNote; kind: 'unreadable' | 'missing' }) {
  const messages = useMessages();
  const { t } = useConcealing(messages);
  const { locale } = messages;
  const missing = note.references?.missing ?? [];
  const text =
    kind === 'unreadable'
      ? t('imports.note.unreadable', {
          count: note.unreadable,
          values: note.values,
          line: note.firstLine === null ? '–' : formatNumber(note.firstLine, locale),
        })
      : t('imports.note.unknown', {
          count: missing.length,
          named: note.references?.named ?? 0,
          names: formatNames(missing.slice(0, shownNames).map(shownUnknown), locale),
        });
  return (
    <Line icon={TriangleAlert} className={styles.warn}>
      <span>{text}</span>
    </Line>
  );
}

function Line({ icon, className, children }: { icon: typeof Check; className: string | undefined; children: ReactNode }) {
  return (
    <div className={cx(styles.columnLine, className)}>
      <Icon of={icon} size={14} />
      {children}
    </div>
  );
}
