import type { JsonValue } from '../../../contract/service/models/fields';
import type { MessageKey } from '../../../messages/translator';
import { useMessages } from '../../lib/use-messages';
import { Badge, type Tone } from '../../ui/data/badge';
import { VisuallyHidden } from '../../ui/layout/visually-hidden';
import styles from './conflict.module.css';
import { type JsonChange, pathText } from './json-changes';

const maxShown = 100;

interface ChangeListProps {
  label: string;
  changes: readonly JsonChange[];
  /** Those to mark, because both places changed the same. */
  contested?: readonly JsonChange[];
}

/** Changes of a value, one line each: where, from what, to what. */
export function ChangeList({ label, changes, contested = [] }: ChangeListProps) {
  const { t } = useMessages();
  return (
    <section className={styles.changes} aria-label={label}>
      <h3 className={styles.listTitle}>{label}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <ul className={styles.list} tabIndex={0} aria-label={label}>
        {changes.slice(0, maxShown).map((change) => (
          <Change key={JSON.stringify(change.path)} change={change} isContested={contested.includes(change)} />
        ))}
      </ul>
      {changes.length > maxShown && <p className={styles.more}>{t('draft.more-changes', { count: changes.length - maxShown })}</p>}
    </section>
  );
}

function kindOf({ before, after }: JsonChange): { readonly tone: Tone; readonly key: MessageKey } {
  if (before === undefined) return { tone: 'good', key: 'draft.added' };
  return after === undefined ? { tone: 'bad', key: 'draft.removed' } : { tone: 'neutral', key: 'draft.changed' };
}

function Change({ change, isContested }: { change: JsonChange; isContested: boolean }) {
  const { t } = useMessages();
  const { path, before, after } = change;
  const { tone, key } = kindOf(change);
  return (
    <li className={styles.change}>
      <div className={styles.place}>
        <bdi className={styles.path}>{path.length === 0 ? t('draft.whole') : pathText(path)}</bdi>
        <Badge tone={tone}>{t(key)}</Badge>
        {isContested && <Badge tone="warn">{t('draft.contested')}</Badge>}
      </div>
      {before !== undefined && <Value of={before} label={t('draft.before')} className={styles.before} />}
      {after !== undefined && <Value of={after} label={t('draft.after')} className={styles.after} />}
    </li>
  );
}

function Value({ of: value, label, className }: { of: JsonValue; label: string; className: string | undefined }) {
  return (
    <div className={className}>
      <VisuallyHidden>{label} </VisuallyHidden>
      <bdi>{JSON.stringify(value)}</bdi>
    </div>
  );
}
