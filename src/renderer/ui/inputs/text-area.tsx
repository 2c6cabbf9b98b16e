import type { ComponentProps } from 'react';
import { cx } from '#lib/class-names.ts';
import styles from './input.module.css';

/** Several lines of text. */
export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea rows={4} spellCheck={false} {...rest} className={cx(styles.input, className)} />;
}
