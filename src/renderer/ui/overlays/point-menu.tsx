import { DropdownMenu as Radix } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { type ReturnFocus, rememberFocus } from '#lib/return-focus.ts';
import { ChosenItem, useChosenItem } from './chosen-item';
import styles from './menu.module.css';

/** Where a menu opens, in CSS pixels of the window, and the element that gets the focus back. */
export interface MenuPlace {
  readonly x: number;
  readonly y: number;
  readonly origin: HTMLElement;
}

interface PointMenuProps {
  label: string;
  /** Null while the menu is closed. */
  place: MenuPlace | null;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A menu at any point, such as that of a right click: one for all rows of a list, which must stay cheap. Its items are those of `Menu`.
 * Renders nothing until it is first opened.
 */
export function PointMenu(props: PointMenuProps) {
  const wasOpened = useRef(false);
  if (props.place !== null) wasOpened.current = true;
  return wasOpened.current && <OpenedMenu {...props} />;
}

function OpenedMenu({ label, place, onClose, children }: PointMenuProps) {
  const { chosen, onCloseAutoFocus } = useChosenItem();
  // With what is around it, because other rows may come while the menu is open.
  const origin = useRef<{ readonly element: HTMLElement; readonly focus: ReturnFocus } | null>(null);
  if (place !== null && place.origin !== origin.current?.element) {
    origin.current = { element: place.origin, focus: rememberFocus(place.origin) };
  }
  const returnFocus = (event: Event) => {
    event.preventDefault();
    // A click elsewhere has moved the focus already.
    if (document.activeElement === document.body || chosen.current !== null) origin.current?.focus();
    onCloseAutoFocus();
  };
  return (
    <Radix.Root modal={false} open={place !== null} onOpenChange={(open) => !open && onClose()}>
      <Radix.Trigger asChild>
        <span aria-hidden="true" className={styles.point} style={{ left: place?.x ?? 0, top: place?.y ?? 0 }} />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align="start"
          collisionPadding={8}
          aria-label={label}
          aria-labelledby={undefined}
          className={styles.content}
          onCloseAutoFocus={returnFocus}
        >
          <ChosenItem value={chosen}>{children}</ChosenItem>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Returns the place below an element, for a menu that was opened with the keyboard or a button. */
export function placeBelow(element: HTMLElement, origin: HTMLElement = element): MenuPlace {
  const { left, bottom } = element.getBoundingClientRect();
  return { x: left, y: bottom, origin };
}
