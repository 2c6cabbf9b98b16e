import { useState } from 'react';
import type { ErrorReport } from '#contract/errors.ts';
import type { ImportMapping, MappingProblem } from '#contract/imports/mapping.ts';
import type { ImportSource } from '#contract/imports/source.ts';
import { useScope } from '#data/use-scope.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { formatNumber } from '#lib/intl/format.ts';
import type { Action } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { FormFailure } from '#parts/form/form-failure.tsx';
import { OutdatedMessage } from '#parts/screen-message.tsx';
import { Badge } from '#ui/data/badge.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { ListFooter } from '#ui/layout/list-frame.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import common from '../imports.module.css';
import { ColumnRow } from './column-row';
import styles from './columns.module.css';
import { LinePreview } from './line-preview';
import { MappingOptions } from './mapping-options';
import { SavedMappingsButton } from './saved-mappings';
import { targetOf, withTarget } from './target-choices';
import { type TriedMapping, useTriedMapping, useUnfinished } from './use-mapping';

interface ColumnsStepProps {
  id: string;
  source: ImportSource;
  mapping: ImportMapping;
  checking: Action<[ImportMapping]>;
  /** Why the last check ended without a result. */
  failure: ErrorReport | null;
  onChange: (mapping: ImportMapping) => void;
  onBack: () => void;
}

/** What each column becomes, with a line as it would be imported. */
export function ColumnsStep({ id, source, mapping, checking, failure, onChange, onBack }: ColumnsStepProps) {
  const { t, locale } = useMessages();
  const { readOnly } = useScope();
  const [unfinished, markUnfinished] = useUnfinished();
  const tried = useTriedMapping(id, mapping);
  const { data, error, isFetching, refetch } = tried;
  // What was found of the mapping before isn't about this one.
  const found = tried.isPlaceholderData ? undefined : data;
  const missing = useMissing(mapping, found, unfinished.size > 0);
  const reason = readOnly ?? missing;
  const count = formatNumber(source.lines, locale);
  const shown = checking.failure ?? failure;
  return (
    <>
      <div className={styles.columnsBody}>
        <div className={styles.mapped}>
          <div className={styles.optionBar}>
            <MappingOptions mapping={mapping} onChange={onChange} />
            <SavedMappingsButton mapping={mapping} columns={source.columns} onChange={onChange} />
          </div>
          <WholeProblems found={data} />
          {error !== null && <OutdatedMessage report={reportOf(error)} onRetry={() => void refetch()} busy={isFetching} />}
          {shown !== null && <FormFailure report={shown} />}
          <ColumnTable source={source} mapping={mapping} tried={data} onChange={onChange} onUnfinished={markUnfinished} />
        </div>
        <LinePreview id={id} mapping={mapping} count={found?.problems.length === 0 ? found.previewable : 0} />
      </div>
      <ListFooter
        end={
          <>
            <Button onClick={onBack}>{t('imports.back')}</Button>
            <Button variant="primary" busy={checking.isPending} disabledReason={reason} onClick={() => void checking.run(mapping)}>
              {t('imports.check', { count: source.lines, shown: count })}
            </Button>
          </>
        }
      >
        <Summary source={source} mapping={mapping} found={data} />
      </ListFooter>
    </>
  );
}

/** Why the lines can’t be checked with a mapping. */
function useMissing(mapping: ImportMapping, found: TriedMapping | undefined, hasUnfinished: boolean): string | undefined {
  const { t } = useMessages();
  if (mapping.columns.length === 0) return t('imports.missing.columns');
  if (hasUnfinished) return t('imports.missing.path');
  if (found === undefined) return t('imports.missing.found');
  return found.problems.length > 0 ? t('imports.missing.problems', { count: found.problems.length }) : undefined;
}

/** Problems that are of no column. */
function WholeProblems({ found }: { found: TriedMapping | undefined }) {
  const { t } = useMessages();
  const problems = found?.problems.filter(({ columns }) => columns.length === 0) ?? [];
  if (problems.length === 0) return null;
  return (
    <div role="alert" className={styles.wholeProblems}>
      {problems.map(({ reason }) => (
        <p key={reason}>{t(`imports.problem.${reason}`, { columns: '' })}</p>
      ))}
    </div>
  );
}

function Summary({ source, mapping, found }: { source: ImportSource; mapping: ImportMapping; found: TriedMapping | undefined }) {
  const { t } = useMessages();
  const conflicts = found?.problems.length ?? 0;
  const warned = found?.notes.filter(({ unreadable, references }) => unreadable > 0 || (references?.missing.length ?? 0) > 0) ?? [];
  return (
    <span role="status" className={common.summary}>
      <strong>{t('imports.mapped', { count: mapping.columns.length, total: source.columns.length })}</strong>
      {conflicts > 0 && <Badge tone="bad">{t('imports.conflicts', { count: conflicts })}</Badge>}
      {warned.length > 0 && <Badge tone="warn">{t('imports.warnings', { count: warned.length })}</Badge>}
    </span>
  );
}

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
function ColumnTable({ source: { columns }, mapping, tried, onChange, onUnfinished }: ColumnTableProps) {
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
