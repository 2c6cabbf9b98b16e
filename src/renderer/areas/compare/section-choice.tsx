import { useEffect, useRef } from 'react';
import type { ComparedSections, ShownRow } from '#contract/bridge/configuration.ts';
import { useMessages } from '#lib/use-messages.ts';
import styles from './compare.module.css';
import { rowId } from './row-names';

interface SectionChoiceProps {
  sections: ComparedSections;
  ticked: ReadonlySet<string>;
  /** Whether there is something to tick for: a file isn’t changed. */
  canTick: boolean;
  onChange: (ticked: ReadonlySet<string>) => void;
}

/** What a group ticks. Deletions, conflicts, and what says who the project is are only ticked one by one. */
const isTickedByGroup = ({ kind, barrier, changedIn, isGuarded }: ShownRow) =>
  (kind === 'added' || kind === 'changed') && changedIn !== 'both' && barrier === null && !isGuarded;

/** The sections with how many of their rows are ticked, and a box for each that ticks them all. */
export function SectionChoice({ sections, ticked, canTick, onChange }: SectionChoiceProps) {
  const { t } = useMessages();
  const groups = sections.map(({ section, rows }) => ({
    id: section,
    label: t(`compare.section.${section}`),
    rows: rows.filter(({ kind }) => kind !== 'same'),
  }));
  const all = { id: 'all', label: t('compare.everything'), rows: groups.flatMap(({ rows }) => rows) };
  const set = (rows: readonly ShownRow[], isOn: boolean) => {
    const next = new Set(ticked);
    for (const row of rows) {
      if (!isOn) next.delete(rowId(row));
      else if (isTickedByGroup(row)) next.add(rowId(row));
    }
    onChange(next);
  };
  return (
    <ul className={styles.groups} aria-label={t('compare.sections')}>
      {[all, ...groups].map(({ id, label, rows }) => {
        const count = rows.filter((row) => ticked.has(rowId(row))).length;
        return (
          <li key={id} className={styles.group}>
            {canTick && rows.length > 0 ? (
              <TriState label={label} count={count} of={rows} onChange={(isOn) => set(rows, isOn)} />
            ) : (
              <span className={styles.groupLabel}>{label}</span>
            )}
            <span className={styles.groupCount}>
              {rows.length === 0
                ? t('compare.group.same')
                : canTick
                  ? t('compare.group.count', { count, total: rows.length })
                  : rows.length}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

interface TriStateProps {
  label: string;
  count: number;
  of: readonly ShownRow[];
  onChange: (isOn: boolean) => void;
}

function TriState({ label, count, of, onChange }: TriStateProps) {
  const box = useRef<HTMLInputElement>(null);
  const isPartly = count > 0 && count < of.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPartly;
  }, [isPartly]);
  const most = of.filter(isTickedByGroup).length;
  return (
    <label className={styles.groupLabel}>
      <input ref={box} type="checkbox" checked={count === of.length} onChange={() => onChange(count < Math.max(most, 1))} />
      {label}
    </label>
  );
}
