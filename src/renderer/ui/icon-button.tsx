import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../lib/class-names';
import { Icon } from './icon';
import styles from './icon-button.module.css';
import { Tooltip } from './tooltip';

export interface IconButtonProps extends ComponentProps<'button'> {
  /** Its name, for screen readers and in the tooltip. */
  label: string;
  icon: LucideIcon;
  size?: 'md' | 'sm';
  /** Shown behind the name in the tooltip, a shortcut as a rule. */
  hint?: ReactNode;
  tooltipSide?: 'top' | 'right' | 'bottom' | 'left';
}

/** A button that is only an icon. */
export function IconButton({ label, icon, size = 'md', hint, tooltipSide = 'bottom', className, ...rest }: IconButtonProps) {
  return (
    <Tooltip
      side={tooltipSide}
      content={
        <>
          {label}
          {hint}
        </>
      }
    >
      <button type="button" aria-label={label} {...rest} className={cx(styles.button, size === 'sm' && styles.sm, className)}>
        <Icon of={icon} size={size === 'sm' ? 14 : 16} />
      </button>
    </Tooltip>
  );
}
