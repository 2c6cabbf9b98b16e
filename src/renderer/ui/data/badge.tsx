import type { ComponentProps } from 'react';
import { cx } from '#lib/class-names.ts';
import styles from './badge.module.css';

export type Tone = 'neutral' | 'good' | 'warn' | 'bad' | 'accent';

/** A short fact about an object. */
export function Badge({ tone = 'neutral', className, ...rest }: ComponentProps<'span'> & { tone?: Tone }) {
  return <span {...rest} className={cx(styles.badge, tone !== 'neutral' && styles[tone], className)} />;
}
