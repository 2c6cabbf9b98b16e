import { Tooltip as Radix } from 'radix-ui';
import { type ComponentType, createContext, type ReactElement, type ReactNode, type SyntheticEvent, useContext } from 'react';
import styles from './tooltip.module.css';

const IsInArea = createContext(false);

function TooltipArea({ children }: { children: ReactNode }) {
  return (
    <IsInArea value>
      <Radix.Provider delayDuration={350}>{children}</Radix.Provider>
    </IsInArea>
  );
}

/** Returns a component as a part of the window: moving from one of its tooltips to the next opens that at once. */
export function inTooltipArea<P extends object>(Component: ComponentType<P>): ComponentType<P> {
  return function InTooltipArea(props: P) {
    return (
      <TooltipArea>
        <Component {...props} />
      </TooltipArea>
    );
  };
}

export interface TooltipProps {
  content: ReactNode;
  side?: 'top' | 'right' | 'bottom' | 'left';
  /** Something else has its place now. */
  off?: boolean;
  children: ReactElement;
}

// Radix opens nothing on an event whose default was prevented. One that is opened and not shown would take the delay from the next.
const prevent = (event: SyntheticEvent) => event.preventDefault();
const opensNothing = { onPointerMove: prevent, onFocus: prevent };

/** Words on hover and focus. Never the only place of a control's name. */
export function Tooltip({ content, side = 'top', off = false, children }: TooltipProps) {
  const tooltip = (
    <Radix.Root {...(off ? { open: false } : {})}>
      <Radix.Trigger asChild {...(off ? opensNothing : {})}>
        {children}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content side={side} sideOffset={6} collisionPadding={8} className={styles.content}>
          {content}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
  return useContext(IsInArea) ? tooltip : <TooltipArea>{tooltip}</TooltipArea>;
}
