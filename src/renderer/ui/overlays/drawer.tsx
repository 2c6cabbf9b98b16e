import * as Radix from '@radix-ui/react-dialog';
import { type ReactNode, useRef } from 'react';
import { VisuallyHidden } from '../layout/visually-hidden';
import styles from './drawer.module.css';

interface DrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** Returns what gets the focus when it closes, unless that is what had it before. */
  focusAfter?: () => HTMLElement | null;
  children: ReactNode;
}

/** A modal panel at the edge where lines start. */
export function Drawer({ open, onOpenChange, title, focusAfter, children }: DrawerProps) {
  const before = useRef<Element | null>(null);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={styles.overlay} />
        <Radix.Content
          className={styles.content}
          aria-describedby={undefined}
          onOpenAutoFocus={() => {
            before.current = document.activeElement;
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            const next = focusAfter?.() ?? before.current;
            if (next instanceof HTMLElement) next.focus();
          }}
        >
          <VisuallyHidden>
            <Radix.Title>{title}</Radix.Title>
          </VisuallyHidden>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
