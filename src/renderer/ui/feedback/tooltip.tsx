import { Tooltip as Radix } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import styles from './tooltip.module.css';

/** Stands once around the app, so that moving from one tooltip to the next opens it at once. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return <Radix.Provider delayDuration={350}>{children}</Radix.Provider>;
}

interface TooltipProps {
  content: ReactNode;
  side?: 'top' | 'right' | 'bottom' | 'left';
  /** Something else has its place now. */
  off?: boolean;
  children: ReactElement;
}

/** Words on hover and focus. Never the only place of a control's name. */
export function Tooltip({ content, side = 'top', off = false, children }: TooltipProps) {
  return (
    <Radix.Root {...(off ? { open: false } : {})}>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content side={side} sideOffset={6} collisionPadding={8} className={styles.content}>
          {content}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
