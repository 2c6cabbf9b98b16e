import type { JsonValue } from '#contract/service/models/fields.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { MessageKey } from '#messages/translator.ts';
import { Badge, type Tone } from '#ui/data/badge.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import styles from './conflict.module.css';
import { type JsonChange, pathText } from './json-changes';

const maxShown = 100;

/** A change as texts: where, and both values. */
export interface ChangeText {
  readonly place: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Returns a change in the user's words. Without it, the path and the values are shown as JSON. */
export type DescribeChange = (change: JsonChange) => ChangeText;

interface ChangeListProps {
  label: string;
  changes: readonly JsonChange[];
  describe?: DescribeChange | undefined;
  /** Those to mark, because both places changed the same. */
  contested?: readonly JsonChange[];
}

/** Changes of a value, one line each: where, from what, to what. */
export function ChangeList({ label, changes, describe, contested = [] }: ChangeListProps) {
  const { t } = useMessages();
  return (
    <section className={styles.changes} aria-label={label}>
      <h3 className={styles.listTitle}>{label}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <ul className={styles.list} tabIndex={0} aria-label={label}>
        {changes.slice(0, maxShown).map((change) => (
          <Change
            key={JSON.stringify(change.path)}
            change={change}
            text={(describe ?? jsonText)(change)}
            isContested={contested.includes(change)}
          />
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

function jsonText({ path, before, after }: JsonChange): ChangeText {
  const asText = (value: JsonValue | undefined) => (value === undefined ? undefined : JSON.stringify(value));
  return { place: pathText(path), before: asText(before), after: asText(after) };
}

function Change({ change, text, isContested }: { change: JsonChange; text: ChangeText; isContested: boolean }) {
  const { t } = useMessages();
  const { place, before, after } = text;
  const { tone, key } = kindOf(change);
  return (
    <li className={styles.change}>
      <div className={styles.place}>
        <bdi className={styles.path}>{place === '' ? t('draft.whole') : place}</bdi>
        <Badge tone={tone}>{t(key)}</Badge>
        {isContested && <Badge tone="warn">{t('draft.contested')}</Badge>}
      </div>
      {before !== undefined && <Value text={before} label={t('draft.before')} className={styles.before} />}
      {after !== undefined && <Value text={after} label={t('draft.after')} className={styles.after} />}
    </li>
  );
}

function Value({ text, label, className }: { text: string; label: string; className: string | undefined }) {
  return (
    <div className={className}>
      <VisuallyHidden>{label} </VisuallyHidden>
      <bdi>{text}</bdi>
    </div>
  );
}
