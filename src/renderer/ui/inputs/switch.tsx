import { Switch as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cx } from '#lib/class-names.ts';
import styles from './switch.module.css';

/** On or off at once. Give it a name by `aria-label`, `aria-labelledby`, or a label for its `id`. */
export function Switch({ className, ...rest }: ComponentProps<typeof Radix.Root>) {
  return (
    <Radix.Root {...rest} className={cx(styles.switch, className)}>
      <Radix.Thumb className={styles.thumb} />
    </Radix.Root>
  );
}
