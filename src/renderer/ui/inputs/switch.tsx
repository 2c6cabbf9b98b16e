import { Switch as Radix } from 'radix-ui';
import { type ComponentProps, useId } from 'react';
import { cx } from '#lib/class-names.ts';
import { Tooltip } from '../feedback/tooltip';
import { VisuallyHidden } from '../layout/visually-hidden';
import styles from './switch.module.css';

/** On or off at once. Give it a name by `aria-label`, `aria-labelledby`, or a label for its `id`. */
export function Switch({ className, ...rest }: ComponentProps<typeof Radix.Root>) {
  return (
    <Radix.Root {...rest} className={cx(styles.switch, className)}>
      <Radix.Thumb className={styles.thumb} />
    </Radix.Root>
  );
}

interface ReasonedSwitchProps {
  /** Its name, for screen readers. */
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Whether the last change is still being made. */
  busy?: boolean;
  /** Why it cannot be used now. The switch stays focusable, so that everyone can find out. */
  disabledReason?: string | undefined;
}

/** A switch that takes effect at once, and says why where it can’t. */
export function ReasonedSwitch({ label, checked, onChange, busy = false, disabledReason }: ReasonedSwitchProps) {
  const reasonId = useId();
  const isOff = disabledReason !== undefined;
  const control = (
    <Switch
      aria-label={label}
      checked={checked}
      {...(isOff || busy ? { 'aria-disabled': true } : {})}
      {...(busy ? { 'aria-busy': true } : {})}
      {...(isOff ? { 'aria-describedby': reasonId } : {})}
      onCheckedChange={(next) => isOff || busy || onChange(next)}
    />
  );
  // The tooltip is always there, so that the switch isn't replaced, and keeps the focus, when its reason appears.
  return (
    <>
      <Tooltip content={disabledReason} off={!isOff}>
        {control}
      </Tooltip>
      {isOff && <VisuallyHidden id={reasonId}>{disabledReason}</VisuallyHidden>}
    </>
  );
}
