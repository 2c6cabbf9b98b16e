import { LoaderCircle, type LucideIcon } from 'lucide-react';
import { type ComponentProps, type MouseEvent, useId } from 'react';
import { cx } from '#lib/class-names.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Icon } from '../data/icon';
import { LateTooltip } from '../feedback/late-tooltip';
import { VisuallyHidden } from '../layout/visually-hidden';
import styles from './button.module.css';

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: 'default' | 'primary' | 'danger' | 'danger-solid' | 'plain';
  size?: 'md' | 'sm';
  icon?: LucideIcon | undefined;
  /** Whether work is in progress: the button keeps its place and focus and does nothing. */
  busy?: boolean | undefined;
  /** Why it cannot be used now. The button stays focusable, so that everyone can find out. */
  disabledReason?: string | undefined;
}

const variantClass = {
  default: undefined,
  primary: styles.primary,
  danger: styles.danger,
  'danger-solid': styles.dangerSolid,
  plain: styles.plain,
};

/** A button with a text. */
export function Button(props: ButtonProps) {
  const { variant = 'default', size = 'md', icon, busy, disabledReason, className, children, onClick, ...rest } = props;
  const { t } = useMessages();
  const reasonId = useId();
  const blocked = busy === true || disabledReason !== undefined;
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (!blocked) return onClick?.(event);
    event.preventDefault();
    event.stopPropagation();
  };
  // The tooltip is always there, so that the button isn't replaced when its reason changes: it would lose the focus, or a click on its way.
  return (
    <>
      <LateTooltip content={disabledReason} off={disabledReason === undefined}>
        <button
          type="button"
          {...rest}
          {...(blocked ? { 'aria-disabled': true } : {})}
          {...(busy ? { 'aria-busy': true } : {})}
          {...(disabledReason === undefined ? {} : { 'aria-describedby': reasonId })}
          className={cx(styles.button, size === 'sm' && styles.sm, variantClass[variant], className)}
          onClick={click}
        >
          {busy ? <Icon of={LoaderCircle} size={15} className={styles.spinner} /> : icon && <Icon of={icon} size={15} />}
          {children}
          {busy && <VisuallyHidden>{t('ui.working')}</VisuallyHidden>}
        </button>
      </LateTooltip>
      {disabledReason !== undefined && <VisuallyHidden id={reasonId}>{disabledReason}</VisuallyHidden>}
    </>
  );
}
