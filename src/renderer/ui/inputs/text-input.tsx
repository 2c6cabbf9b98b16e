import type { ComponentProps } from 'react';
import { cx } from '../../lib/class-names';
import styles from './input.module.css';

/** One line of text. */
export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input type="text" autoComplete="off" spellCheck={false} {...rest} className={cx(styles.input, className)} />;
}
