import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from '#lib/class-names.ts';
import { Icon } from '../data/icon';
import styles from './input.module.css';

/** A choice of few, by the system's own list. Children are `option`s. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={cx(styles.selectFrame, className)}>
      <select {...rest} className={cx(styles.input, styles.select)} />
      <Icon of={ChevronDown} size={14} />
    </span>
  );
}
