import { memo, useCallback, useRef } from 'react';
import type { ComparedSections, ShownRow } from '#contract/bridge/configuration.ts';
import { cx } from '#lib/class-names.ts';
import { useMessages } from '#lib/use-messages.ts';
import { ChangeBox } from '#parts/journal/change-box.tsx';
import { Badge, type Tone } from '#ui/data/badge.tsx';
import styles from './compare.module.css';
import { linesOfRow, rowId, rowName, valueText } from './row-names';

interface ComparisonTableProps {
  sections: ComparedSections;
  /** When something was applied last; null if which side changed isn't known. */
  baseDate: string | null;
  ticked: ReadonlySet<string>;
  canTick: boolean;
  onChange: (ticked: ReadonlySet<string>) => void;
}

/** The rows of all sections with both values and what they had in common, and the lines of long ones. */
export function ComparisonTable({ sections, baseDate, ticked, canTick, onChange }: ComparisonTableProps) {
  const { t } = useMessages();
  const hasBase = baseDate !== null;
  const latest = useRef({ ticked, onChange });
  latest.current = { ticked, onChange };
  const toggle = useCallback((id: string) => {
    const next = new Set(latest.current.ticked);
    if (!next.delete(id)) next.add(id);
    latest.current.onChange(next);
  }, []);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <section className={styles.tableFrame} tabIndex={0} aria-label={t('compare.table')}>
      <table className={cx(styles.table, hasBase && styles.withBase)}>
        <thead>
          <tr>
            <th scope="col">{t('compare.column.setting')}</th>
            {hasBase && <th scope="col">{t('compare.column.base', { date: baseDate })}</th>}
            <th scope="col">{t('compare.source')}</th>
            <th scope="col">{t('compare.target')}</th>
            <th scope="col">{t(hasBase ? 'compare.column.changed-in' : 'compare.column.change')}</th>
          </tr>
        </thead>
        {sections.map(({ section, rows }) => (
          <tbody key={section}>
            <tr>
              <th scope="rowgroup" colSpan={hasBase ? 5 : 4} className={styles.sectionHead}>
                {t(`compare.section.${section}`)}
              </th>
            </tr>
            {rows.map((row) => (
              <Row key={row.key} row={row} hasBase={hasBase} isTicked={ticked.has(rowId(row))} canTick={canTick} onToggle={toggle} />
            ))}
          </tbody>
        ))}
      </table>
    </section>
  );
}

interface RowProps {
  row: ShownRow;
  hasBase: boolean;
  isTicked: boolean;
  canTick: boolean;
  onToggle: (id: string) => void;
}

const tones: Readonly<Record<ShownRow['kind'], Tone>> = { added: 'good', changed: 'accent', removed: 'bad', same: 'neutral' };

/** One of many, of which a tick changes one. */
const Row = memo(function Row({ row, hasBase, isTicked, canTick, onToggle }: RowProps) {
  const messages = useMessages();
  const { t } = messages;
  const { kind, section, key, barrier, changedIn, isGuarded } = row;
  const name = rowName(messages, row);
  const lines = kind === 'same' ? null : linesOfRow(row);
  const isPersonal = section === 'saved_views';
  const shown = <bdi {...(isPersonal ? { 'data-personal': '' } : {})}>{name}</bdi>;
  return (
    <>
      <tr className={cx(styles.row, changedIn === 'both' && styles.conflict)}>
        <th scope="row" className={styles.setting}>
          {canTick && kind !== 'same' && barrier === null ? (
            <label className={styles.rowLabel}>
              <input type="checkbox" checked={isTicked} onChange={() => onToggle(rowId(row))} />
              {shown}
            </label>
          ) : (
            <span className={cx(styles.rowLabel, canTick && styles.noBox)}>{shown}</span>
          )}
          {name !== key && <code className={styles.key}>{key}</code>}
          {barrier !== null && <p className={styles.note}>{t(`compare.barrier.${barrier}`)}</p>}
          {changedIn === 'both' && <p className={styles.note}>{t('compare.conflict')}</p>}
          {isGuarded && kind !== 'same' && <p className={styles.note}>{t('compare.guarded')}</p>}
        </th>
        {hasBase && <ValueCell row={row} value={row.base} />}
        <ValueCell row={row} value={row.source} isWanted={kind !== 'same'} />
        <ValueCell row={row} value={row.target} />
        <td>
          <ChangeBadge row={row} hasBase={hasBase} />
        </td>
      </tr>
      {lines !== null && (
        <tr>
          <td colSpan={hasBase ? 5 : 4} className={styles.lines}>
            <ChangeBox change={{ field: name, ...withoutMissing(lines) }} />
          </td>
        </tr>
      )}
    </>
  );
});

interface ValueCellProps {
  row: ShownRow;
  value: unknown;
  isWanted?: boolean;
}

function ValueCell({ row, value, isWanted = false }: ValueCellProps) {
  const messages = useMessages();
  const isPersonal = row.section === 'saved_views' || row.section === 'settings';
  return (
    <td className={cx(styles.value, isWanted && styles.wanted)}>
      <bdi {...(isPersonal ? { 'data-personal': '' } : {})}>{valueText(messages, row, value)}</bdi>
      <Secret value={value} />
    </td>
  );
}

const sideTones = { source: 'accent', target: 'neutral', both: 'warn', unknown: 'neutral' } as const;

/** Which side changed, where that may be known, or else how they differ. */
function ChangeBadge({ row: { kind, changedIn }, hasBase }: { row: ShownRow; hasBase: boolean }) {
  const { t } = useMessages();
  if (!hasBase || kind === 'same') return <Badge tone={tones[kind]}>{t(`compare.change.${kind}`)}</Badge>;
  const side = changedIn ?? 'unknown';
  return <Badge tone={sideTones[side]}>{t(`compare.changed-in.${side}`)}</Badge>;
}

/** Absent values have no lines. */
function withoutMissing({ before, after }: { readonly before: unknown; readonly after: unknown }) {
  return { ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
}

/** The placeholder of the secret of a value. */
function Secret({ value }: { value: unknown }) {
  const { t } = useMessages();
  const fields = typeof value === 'object' && value !== null ? (value as { client_secret?: unknown; password?: unknown }) : {};
  const text = fields.client_secret ?? fields.password;
  if (typeof text !== 'string') return null;
  return (
    <code className={styles.secret} title={t('compare.secret')}>
      {text.slice(2, -1)}
    </code>
  );
}
