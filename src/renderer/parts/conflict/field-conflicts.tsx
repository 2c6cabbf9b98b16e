import { TriangleAlert } from 'lucide-react';
import { useId, useRef } from 'react';
import { cx } from '#lib/class-names.ts';
import { useKeptFocus } from '#lib/return-focus.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Icon } from '#ui/data/icon.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { Card } from '#ui/layout/card.tsx';
import type { GuardedForm } from '../form/use-guarded-form';
import styles from './conflict-choice.module.css';
import fieldConflictsStyles from './field-conflicts.module.css';

export type ConflictSide = 'mine' | 'theirs';

interface ConflictChoiceProps {
  /** What was changed twice: a field, or the path of a value. */
  label: string;
  /** The values as texts; empty if there is no value. */
  original: string;
  theirs: string;
  mine: string;
  /** Whether the values are JSON. */
  isJson?: boolean;
  chosen?: ConflictSide | undefined;
  disabledReason?: string | undefined;
  onChoose: (side: ConflictSide) => void;
}

/** A value that was changed here and elsewhere: which of the two to keep, and what it was before. */
export function ConflictChoice({ label, original, theirs, mine, isJson = false, chosen, disabledReason, onChoose }: ConflictChoiceProps) {
  const { t } = useMessages();
  const name = useId();
  const isOff = disabledReason !== undefined;
  const sides = [
    { side: 'mine', text: t('draft.choice.mine'), value: mine },
    { side: 'theirs', text: t('draft.choice.theirs'), value: theirs },
  ] as const;
  return (
    <fieldset className={styles.choice} aria-describedby={isOff ? `${name}-reason` : undefined}>
      <legend className={styles.legend}>
        <Icon of={TriangleAlert} size={13} />
        <bdi className={styles.label}>{label}</bdi>
        <span className={styles.note}>{t('draft.choice.both')}</span>
      </legend>
      {sides.map(({ side, text, value }) => (
        <label key={side} className={styles.side}>
          <input
            type="radio"
            name={name}
            checked={chosen === side}
            aria-disabled={isOff || undefined}
            onChange={() => isOff || onChoose(side)}
          />
          <span className={styles.text}>{text}</span>
          <Value text={value} isJson={isJson} />
        </label>
      ))}
      <p className={styles.original}>
        <span className={styles.text}>{t('draft.choice.original')}</span>
        <Value text={original} isJson={isJson} />
      </p>
      {isOff && (
        <p id={`${name}-reason`} className={styles.reason}>
          {disabledReason}
        </p>
      )}
    </fieldset>
  );
}

function Value({ text, isJson }: { text: string; isJson: boolean }) {
  const { t } = useMessages();
  if (text === '') return <span className={styles.none}>{t('draft.choice.none')}</span>;
  return <bdi className={cx(styles.value, isJson && styles.json)}>{text}</bdi>;
}

interface FieldConflictsProps {
  form: Pick<GuardedForm<never>, 'conflicts' | 'choose'>;
  /** Returns the text for a field's value. */
  show: (name: string, value: unknown) => string;
  disabledReason: string | undefined;
}

/** The fields that were changed here and elsewhere, each with its three values. */
export function FieldConflicts({ form, show, disabledReason }: FieldConflictsProps) {
  const { t } = useMessages();
  const place = useRef<HTMLDivElement>(null);
  useKeptFocus(place);
  return (
    <div ref={place} className={fieldConflictsStyles.conflicts}>
      {form.conflicts.length > 0 && (
        <>
          <Callout tone="warn" title={t('users.conflict.title')}>
            {t('users.conflict.text', { count: form.conflicts.length })}
          </Callout>
          <Card className={fieldConflictsStyles.choices}>
            {form.conflicts.map(({ name, label, original, theirs, mine }) => (
              <ConflictChoice
                key={name}
                label={label}
                original={show(name, original)}
                theirs={show(name, theirs)}
                mine={show(name, mine)}
                disabledReason={disabledReason}
                onChoose={(side) => form.choose(name, side)}
              />
            ))}
          </Card>
        </>
      )}
    </div>
  );
}
