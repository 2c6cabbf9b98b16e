import { TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { cx } from '#lib/class-names.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Icon } from '#ui/data/icon.tsx';
import styles from './conflict-choice.module.css';

export type ConflictSide = 'mine' | 'theirs';

interface ConflictChoiceProps {
  /** What was changed twice: a field, or the path of a value. */
  label: string;
  /** The values as texts; an empty one stands for no value. */
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
