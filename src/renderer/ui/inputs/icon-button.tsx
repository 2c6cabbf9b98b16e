import type { LucideIcon } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from '#lib/class-names.ts';
import { Icon } from '../data/icon';
import { Tooltip } from '../feedback/tooltip';
import { VisuallyHidden } from '../layout/visually-hidden';
import styles from './icon-button.module.css';

interface IconButtonProps extends ComponentProps<'button'> {
  /** Its name, for screen readers and in the tooltip. */
  label: string;
  icon: LucideIcon;
  size?: 'md' | 'sm';
  /** Shown behind the name in the tooltip, a shortcut as a rule. */
  hint?: ReactNode;
  tooltipSide?: 'top' | 'right' | 'bottom' | 'left';
  /** Why it cannot be used now. The button stays focusable, so that everyone can find out. */
  disabledReason?: string | undefined;
}

/** A button that is only an icon. */
export function IconButton(props: IconButtonProps) {
  const { label, icon, size = 'md', hint, tooltipSide = 'bottom', disabledReason, className, onClick, ...rest } = props;
  const reasonId = useId();
  const isOff = disabledReason !== undefined;
  const content = isOff ? (
    disabledReason
  ) : (
    <>
      {label}
      {hint}
    </>
  );
  return (
    <>
      <Tooltip side={tooltipSide} content={content}>
        <button
          type="button"
          aria-label={label}
          {...rest}
          {...(isOff ? { 'aria-disabled': true, 'aria-describedby': reasonId } : { onClick })}
          className={cx(styles.button, size === 'sm' && styles.sm, className)}
        >
          <Icon of={icon} size={size === 'sm' ? 14 : 16} />
        </button>
      </Tooltip>
      {isOff && <VisuallyHidden id={reasonId}>{disabledReason}</VisuallyHidden>}
    </>
  );
}
