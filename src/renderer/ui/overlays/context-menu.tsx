import type { LucideIcon } from 'lucide-react';
import { ContextMenu as Radix } from 'radix-ui';
import { type ComponentProps, type ReactElement, type ReactNode, useState } from 'react';
import { cx } from '#lib/class-names.ts';
import { Icon } from '../data/icon';
import { Tooltip } from '../feedback/tooltip';
import { ChosenItem, useChooseItem, useChosenItem } from './chosen-item';
import styles from './menu.module.css';

interface ContextMenuProps {
  /** What it belongs to; it must take a ref and props. */
  children: ReactElement;
  tooltip: ReactNode;
  items: ReactNode;
}

/** A menu by right click, or by the keyboard's own key for it, on something with a tooltip at its right. */
export function ContextMenu({ children, tooltip, items }: ContextMenuProps) {
  const [open, setOpen] = useState(false);
  const { chosen, onCloseAutoFocus } = useChosenItem();
  return (
    <Radix.Root modal={false} onOpenChange={setOpen}>
      <Tooltip side="right" content={tooltip} off={open}>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
      </Tooltip>
      <Radix.Portal>
        <Radix.Content collisionPadding={8} className={styles.content} onCloseAutoFocus={onCloseAutoFocus}>
          <ChosenItem value={chosen}>{items}</ChosenItem>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface ContextMenuItemProps extends Omit<ComponentProps<typeof Radix.Item>, 'onSelect'> {
  icon: LucideIcon;
  onSelect: () => void;
  danger?: boolean;
  /** At the right edge, a shortcut as a rule. */
  end?: ReactNode;
}

/** One command of it: `onSelect` runs it, once the menu is closed. */
export function ContextMenuItem({ icon, danger = false, end, children, onSelect, ...rest }: ContextMenuItemProps) {
  const choose = useChooseItem();
  return (
    <Radix.Item {...rest} onSelect={() => choose(onSelect)} className={cx(styles.item, danger && styles.danger)}>
      <Icon of={icon} size={15} />
      {children}
      {end !== undefined && <span className={styles.end}>{end}</span>}
    </Radix.Item>
  );
}

/** A line between its groups. */
export function ContextMenuSeparator() {
  return <Radix.Separator className={styles.separator} />;
}
