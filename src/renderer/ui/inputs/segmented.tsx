import type { LucideIcon } from 'lucide-react';
import { RadioGroup } from 'radix-ui';
import { Icon } from '../data/icon';
import styles from './segmented.module.css';

interface SegmentedProps<V extends string> {
  label: string;
  value: V;
  /** One whose value has unsaved changes is marked by a dot. */
  options: readonly { value: V; label: string; icon?: LucideIcon; isChanged?: boolean }[];
  onValueChange: (value: V) => void;
  /** The IDs of the elements that describe it. */
  describedBy?: string;
  /** Whether it can't be changed now. It stays focusable, and `describedBy` says why. */
  isDisabled?: boolean;
}

/** One of a few, all in view. */
export function Segmented<V extends string>({ label, value, options, onValueChange, describedBy, isDisabled = false }: SegmentedProps<V>) {
  return (
    <RadioGroup.Root
      aria-label={label}
      orientation="horizontal"
      value={value}
      onValueChange={(next) => isDisabled || onValueChange(next as V)}
      {...(describedBy === undefined ? {} : { 'aria-describedby': describedBy })}
      {...(isDisabled ? { 'aria-disabled': true } : {})}
      className={styles.group}
    >
      {options.map((option) => (
        <RadioGroup.Item key={option.value} value={option.value} className={styles.choice}>
          {option.icon && <Icon of={option.icon} size={14} />}
          {option.isChanged && <span aria-hidden="true" className={styles.dot} />}
          {option.label}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
