import { Check, ChevronRight, type LucideIcon } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import type { ComponentProps, ReactElement, ReactNode } from 'react';
import { cx } from '#lib/class-names.ts';
import { Icon } from '../data/icon';
import { ChosenItem, useChooseItem, useChosenItem } from './chosen-item';
import styles from './menu.module.css';

interface MenuProps extends Omit<ComponentProps<typeof Radix.Content>, 'children' | 'onCloseAutoFocus'> {
  /** The button that opens it; it must take a ref and props. */
  trigger: ReactElement;
  children: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}

/** A menu on a button. */
export function Menu({ trigger, children, open, onOpenChange, className, ...rest }: MenuProps) {
  const state = { ...(open === undefined ? {} : { open }), ...(onOpenChange === undefined ? {} : { onOpenChange }) };
  const { chosen, onCloseAutoFocus } = useChosenItem();
  return (
    <Radix.Root modal={false} {...state}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          sideOffset={4}
          collisionPadding={8}
          align="start"
          {...rest}
          onCloseAutoFocus={onCloseAutoFocus}
          className={cx(styles.content, className)}
        >
          <ChosenItem value={chosen}>{children}</ChosenItem>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface MenuItemProps extends Omit<ComponentProps<typeof Radix.Item>, 'onSelect'> {
  icon?: LucideIcon;
  danger?: boolean;
  /** At the right edge, a shortcut as a rule. */
  end?: ReactNode;
  /** Why it cannot be used now, shown below. The item stays focusable, so that everyone can find out. */
  disabledReason?: string | undefined;
  onSelect?: () => void;
}

/** One command of a menu: `onSelect` runs it, once the menu is closed. */
export function MenuItem({ icon, danger, end, disabledReason, className, children, onSelect, ...rest }: MenuItemProps) {
  const isOff = disabledReason !== undefined;
  const choose = useChooseItem();
  return (
    <Radix.Item
      {...rest}
      {...(isOff ? { 'aria-disabled': true } : {})}
      onSelect={(event) => (isOff ? event.preventDefault() : choose(onSelect))}
      className={cx(styles.item, danger && !isOff && styles.danger, className)}
    >
      {icon && <Icon of={icon} size={15} />}
      {isOff ? (
        <span>
          {children} <span className={styles.reason}>{disabledReason}</span>
        </span>
      ) : (
        children
      )}
      {end !== undefined && <span className={styles.end}>{end}</span>}
    </Radix.Item>
  );
}

interface SubMenuProps {
  icon?: LucideIcon;
  label: string;
  children: ReactNode;
}

/** A menu in a menu. */
export function SubMenu({ icon, label, children }: SubMenuProps) {
  return (
    <Radix.Sub>
      <Radix.SubTrigger className={styles.item}>
        {icon && <Icon of={icon} size={15} />}
        {label}
        <span className={styles.end}>
          <Icon of={ChevronRight} size={14} />
        </span>
      </Radix.SubTrigger>
      <Radix.Portal>
        <Radix.SubContent sideOffset={4} alignOffset={-5} collisionPadding={8} className={styles.content}>
          {children}
        </Radix.SubContent>
      </Radix.Portal>
    </Radix.Sub>
  );
}

/** One of several choices of a `MenuChoices`. */
export function MenuChoice({ className, children, ...rest }: ComponentProps<typeof Radix.RadioItem>) {
  return (
    <Radix.RadioItem {...rest} className={cx(styles.item, className)}>
      {children}
      <span className={styles.end}>
        <Radix.ItemIndicator>
          <Icon of={Check} size={14} />
        </Radix.ItemIndicator>
      </span>
    </Radix.RadioItem>
  );
}

/** Choices of which exactly one is selected: `value`, `onValueChange`. */
export const MenuChoices = Radix.RadioGroup;

interface MenuCheckboxProps {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  /** Why it cannot be changed now, shown below. */
  disabledReason?: string | undefined;
  children: ReactNode;
}

/** Something that can be turned on and off. The menu stays open. */
export function MenuCheckbox({ checked, onCheckedChange, disabledReason, children }: MenuCheckboxProps) {
  const isOff = disabledReason !== undefined;
  return (
    <Radix.CheckboxItem
      checked={checked}
      {...(isOff ? { 'aria-disabled': true } : { onCheckedChange })}
      onSelect={(event) => event.preventDefault()}
      className={styles.item}
    >
      <span className={styles.check}>
        <Radix.ItemIndicator>
          <Icon of={Check} size={11} />
        </Radix.ItemIndicator>
      </span>
      <span className={styles.text}>
        {children} {isOff && <span className={styles.reason}>{disabledReason}</span>}
      </span>
    </Radix.CheckboxItem>
  );
}

/** A heading inside a menu. */
export function MenuLabel({ className, ...rest }: ComponentProps<typeof Radix.Label>) {
  return <Radix.Label {...rest} className={cx(styles.label, className)} />;
}

/** A line between groups of a menu. */
export function MenuSeparator() {
  return <Radix.Separator className={styles.separator} />;
}
