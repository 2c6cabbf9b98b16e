import { GitFork } from 'lucide-react';
import type { ShownUndo, ShownUndoRow } from '#contract/bridge/undo.ts';
import { cx } from '#lib/class-names.ts';
import { formatNames } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Badge } from '#ui/data/badge.tsx';
import { Icon } from '#ui/data/icon.tsx';
import styles from './undo.module.css';
import { rowName, valueText } from './undo-texts';

type Rows = Pick<ShownUndo, 'rows' | 'others'>;

/** What each value was, is now, and will be, and which stay as they are. */
export function UndoRows({ rows, others }: Rows) {
  const { t, locale } = useMessages();
  return (
    <>
      <div className={styles.frame}>
        <table className={styles.table} aria-label={t('journal.undo.values')}>
          <thead>
            <tr>
              <th scope="col">{t('journal.undo.key')}</th>
              <th scope="col">{t('journal.undo.was')}</th>
              <th scope="col">{t('journal.undo.is-now')}</th>
              <th scope="col">{t('journal.undo.will-be')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.path.join('\n')} row={row} />
            ))}
          </tbody>
        </table>
      </div>
      {others.length > 0 && (
        <p className={styles.note}>{t('journal.undo.others', { count: others.length, keys: formatNames(others, locale) })}</p>
      )}
    </>
  );
}

function Row({ row }: { row: ShownUndoRow }) {
  const { t } = useMessages();
  const isKept = row.effect === 'kept';
  const name = rowName(row);
  return (
    <>
      <tr className={cx(isKept && styles.kept)}>
        <th scope="row">
          <code>{name}</code>
        </th>
        <Value value={row.was} isOld />
        <Value value={row.isNow} />
        <td>
          <WillBe row={row} name={name} />
        </td>
      </tr>
      {isKept && (
        <tr className={cx(styles.kept, styles.why)}>
          <td colSpan={4}>
            <div className={styles.reason}>
              <Icon of={GitFork} size={14} />
              <span data-personal="">{keptText(t, row, name)}</span>
            </div>
          </td>
        </tr>
      )}
    </>
  );
}

function Value({ value, isOld = false }: { value: unknown; isOld?: boolean }) {
  const text = valueText(value);
  return (
    <td className={cx(isOld && styles.old)}>
      <code title={text} {...(value === undefined ? {} : { 'data-personal': '' })}>
        {text}
      </code>
    </td>
  );
}

function WillBe({ row: { effect, willBe }, name }: { row: ShownUndoRow; name: string }) {
  const { t } = useMessages();
  const text = valueText(willBe);
  if (effect === 'removed')
    return (
      <span className={styles.result}>
        <span className={cx(styles.mark, styles.removed)}>
          − <code>{name}</code>
        </span>
        <span className={styles.effect}>{t('journal.undo.removed')}</span>
      </span>
    );
  if (effect === 'restored')
    return (
      <span className={styles.result}>
        <span className={cx(styles.mark, styles.restored)}>
          +{' '}
          <code title={text} data-personal="">
            {text}
          </code>
        </span>
        <span className={styles.effect}>{t('journal.undo.restored')}</span>
      </span>
    );
  return (
    <span className={styles.result}>
      <code title={text} data-personal="">
        {text}
      </code>
      <Badge tone="warn">{t('journal.undo.kept')}</Badge>
    </span>
  );
}

type Translate = ReturnType<typeof useMessages>['t'];

/** Says why a value stays. */
function keptText(t: Translate, { reason = 'changed-since', set, isNow, was }: ShownUndoRow, name: string): string {
  if (reason === 'changed-since')
    return t('journal.undo.kept.changed', { name, set: valueText(set), now: valueText(isNow), was: valueText(was) });
  if (reason === 'secret' || reason === 'project-only' || reason === 'unsupported') return t(`journal.undo.refused.${reason}`);
  return t(`journal.undo.none.${reason}`);
}
