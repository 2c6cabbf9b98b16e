import type { ComponentProps } from 'react';
import { cx } from '../../lib/class-names';
import { useNarrowInput } from '../../lib/keyboard/use-narrow-input';
import styles from './input.module.css';

/** One line of text. One that reads from left to right in every language is a code, a number, or an address, and gets narrow characters. */
export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  const { dir, inputMode, type } = rest;
  const narrow = useNarrowInput(rest);
  const isForPrograms = dir === 'ltr' || type === 'email' || inputMode === 'email' || inputMode === 'url' || inputMode === 'numeric';
  const handlers = isForPrograms ? narrow : {};
  return <input type="text" autoComplete="off" spellCheck={false} {...rest} {...handlers} className={cx(styles.input, className)} />;
}
