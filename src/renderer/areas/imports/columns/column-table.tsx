import { useState } from 'react';
import type { ImportMapping, MappingProblem } from '#contract/imports/mapping.ts';
import type { ImportSource } from '#contract/imports/source.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Button } from '#ui/inputs/button.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { ColumnRow } from './column-row';
import styles from './columns.module.css';
import { targetOf, withTarget } from './target-choices';
import type { TriedMapping } from './use-mapping';

/** Number of columns that are shown at first, and with each step. A file can have thousands. */
const columnsAtOnce = 100;

interface ColumnTableProps {
  source: ImportSource;
  mapping: ImportMapping;
  tried: TriedMapping | undefined;
  onChange: (mapping: ImportMapping) => void;
  onUnfinished: (column: number, isUnfinished: boolean) => void;
}

/** The columns of the file, with what they become. */
export function ColumnTable({ source: { columns }, mapping, tried, onChange, onUnfinished }: ColumnTableProps) {
  const { t } = useMessages();
  const [shown, setShown] = useState(columnsAtOnce);
  const names = columns.map(({ name }) => name);
  const problemOf = (column: number) => tried?.problems.find((one) => one.columns.includes(column));
  const keep = (kept: number, { columns: contested }: MappingProblem) =>
    onChange(contested.filter((one) => one !== kept).reduce((before, one) => withTarget(before, one, null), mapping));
  const change = (column: number, next: ReturnType<typeof targetOf>) => {
    // What was typed for another target is gone with its field.
    if (next?.field !== 'metadata') onUnfinished(column, false);
    onChange(withTarget(mapping, column, next));
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <section className={styles.columns} tabIndex={0} aria-label={t('imports.columns')}>
      <table className={styles.columnTable}>
        <thead>
          <tr>
            <th scope="col">{t('imports.columns.file')}</th>
            <th scope="col">{t('imports.columns.samples')}</th>
            <td />
            <th scope="col">{t('imports.columns.target')}</th>
            <th scope="col">
              <VisuallyHidden>{t('imports.columns.state')}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {columns.map((column, at) => {
            const [target, problem] = [targetOf(mapping, at), problemOf(at)];
            if (at >= shown && target === null && problem === undefined) return null;
            return (
              <ColumnRow
                // biome-ignore lint/suspicious/noArrayIndexKey: columns are never reordered
                key={at}
                kind={mapping.kind}
                at={at}
                column={column}
                names={names}
                target={target}
                problem={problem}
                note={tried?.notes.find((one) => one.column === at)}
                onChange={(next) => change(at, next)}
                onUnfinished={(isUnfinished) => onUnfinished(at, isUnfinished)}
                onKeep={(kept) => problem !== undefined && keep(kept, problem)}
              />
            );
          })}
        </tbody>
      </table>
      {columns.length > shown && (
        <Button variant="plain" className={styles.moreColumns} onClick={() => setShown(shown + columnsAtOnce)}>
          {t('imports.columns.show-more', { count: Math.min(columnsAtOnce, columns.length - shown) })}
        </Button>
      )}
    </section>
  );
}
