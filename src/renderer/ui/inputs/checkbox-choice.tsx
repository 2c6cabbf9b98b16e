import { TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { cx } from '#lib/class-names.ts';
import { Icon } from '../data/icon';
import styles from './checkbox-choice.module.css';

export interface CheckboxChoiceProps {
  readonly label: string;
  /** What the choice means. */
  readonly note: string;
  /** Whether the note warns. */
  readonly warns?: boolean;
  readonly checked: boolean;
  /** Whether it can’t be changed, for which the note is the reason. It can still be reached, so that the reason is read. */
  readonly isDisabled?: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** A checkbox with its label, and below that what it means. */
export function CheckboxChoice({ label, note, warns = false, checked, isDisabled = false, onChange }: CheckboxChoiceProps) {
  const id = useId();
  return (
    <div className={styles.choice}>
      <input
        id={id}
        type="checkbox"
        checked={checked}
        aria-describedby={`${id}-note`}
        aria-disabled={isDisabled || undefined}
        onChange={(event) => isDisabled || onChange(event.target.checked)}
      />
      <span>
        <label htmlFor={id}>{label}</label>
        <span id={`${id}-note`} className={cx(styles.note, warns && styles.warning)}>
          {warns && <Icon of={TriangleAlert} size={13} />}
          {note}
        </span>
      </span>
    </div>
  );
}
