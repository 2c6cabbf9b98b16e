import { ArrowRight } from 'lucide-react';
import type { CheckedLine, LineChange } from '#contract/imports/check.ts';
import { formatValue } from '#contract/query/metadata-path.ts';
import { cx } from '#lib/class-names.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { Translator } from '#messages/translator.ts';
import { Icon } from '#ui/data/icon.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import common from '../imports.module.css';
import styles from './check.module.css';

interface LineChangesProps {
  line: Pick<CheckedLine, 'changes'>;
  /** Number of changes that are shown; all of them by default. */
  max?: number;
}

/** What a line changes, with what is there now. All values are personal. */
export function LineChanges({ line: { changes }, max = changes.length }: LineChangesProps) {
  const { t } = useMessages();
  return (
    <span className={styles.changes}>
      {changes.slice(0, max).map((change, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a field may be there several times, and none is reordered
        <Change key={at} change={change} />
      ))}
      {changes.length > max && <span className={common.quiet}>{t('imports.changes.more', { count: changes.length - max })}</span>}
    </span>
  );
}

function Change({ change: { field, before, after, isSecret } }: { change: LineChange }) {
  const messages = useMessages();
  const { t } = messages;
  const added = isSecret ? t('imports.value.secret') : valueText(messages, after);
  return (
    <span className={styles.change}>
      <code className={styles.changeField}>{field}</code>
      {before !== undefined && (
        <>
          <VisuallyHidden>{t('imports.change.before')}</VisuallyHidden>
          <span className={cx(styles.value, styles.removed)} data-personal="">
            − {valueText(messages, before)}
          </span>
        </>
      )}
      {before !== undefined && added !== null && <Icon of={ArrowRight} size={12} />}
      {added !== null && (
        <>
          <VisuallyHidden>{t('imports.change.after')}</VisuallyHidden>
          <span className={cx(styles.value, styles.added)} {...(isSecret ? {} : { 'data-personal': '' })}>
            + {added}
          </span>
        </>
      )}
    </span>
  );
}

function valueText({ t }: Pick<Translator, 't'>, value: LineChange['after']): string | null {
  if (value === undefined) return null;
  if (typeof value === 'boolean') return t(value ? 'imports.value.yes' : 'imports.value.no');
  return value === null || value === '' ? t('imports.value.empty') : formatValue(value);
}
