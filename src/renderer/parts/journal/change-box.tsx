import { useMemo, useState } from 'react';
import { cx } from '#lib/class-names.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Segmented } from '#ui/inputs/segmented.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import styles from './change-box.module.css';
import { changedParts, type DiffLine, diffLines, type FieldChange } from './diff-lines';

/** The lines of a change. In privacy mode, all values are concealed. */
export function ChangeBox({ change }: { change: FieldChange }) {
  const { t } = useMessages();
  const [view, setView] = useState<'changes' | 'full'>('changes');
  const lines = useMemo(() => diffLines(change), [change]);
  const parts = useMemo(() => changedParts(lines), [lines]);
  const name = change.field ?? t('journal.diff.deleted');
  return (
    <div className={styles.box}>
      <div className={styles.boxHead}>
        <p className={styles.field}>{change.field === null ? name : <code>{name}</code>}</p>
        {parts.length < lines.length && (
          <Segmented
            label={t('journal.diff.view', { field: name })}
            value={view}
            options={[
              { value: 'changes', label: t('journal.diff.changes') },
              { value: 'full', label: t('journal.diff.full') },
            ]}
            onValueChange={setView}
          />
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <section className={styles.lines} tabIndex={0} aria-label={name} data-personal="">
        {(view === 'full' ? lines : parts).map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other key, and are never reordered
          <Line key={at} line={line} />
        ))}
      </section>
    </div>
  );
}

function Line({ line: { kind, text, number } }: { line: DiffLine }) {
  const { t } = useMessages();
  return (
    <div className={cx(styles.line, kind === 'removed' && styles.removed, kind === 'added' && styles.added)}>
      <span aria-hidden="true" className={styles.number}>
        {number}
      </span>
      <span aria-hidden="true" className={styles.sign}>
        {kind === 'removed' ? '−' : kind === 'added' ? '+' : ''}
      </span>
      {(kind === 'removed' || kind === 'added') && <VisuallyHidden>{t(`journal.diff.line.${kind}`)} </VisuallyHidden>}
      <Json text={text} />
    </div>
  );
}

/** A line of JSON with its key and its value in different colors. */
function Json({ text }: { text: string }) {
  const [, indent = '', key, value = ''] = /^(\s*)("(?:[^"\\]|\\.)*": )?(.*)$/s.exec(text) ?? [];
  const kind = value.startsWith('"') ? styles.string : /^(-?\d|true|false|null)/.test(value) ? styles.literal : undefined;
  return (
    <code className={styles.text}>
      {indent}
      {key !== undefined && <span className={styles.key}>{key}</span>}
      <span className={kind}>{value}</span>
    </code>
  );
}
