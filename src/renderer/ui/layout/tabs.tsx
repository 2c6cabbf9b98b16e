import { Tabs as Radix } from 'radix-ui';
import type { ComponentProps, FocusEvent } from 'react';
import { cx } from '#lib/class-names.ts';
import { formatNumber } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';
import { PartBoundary } from '../feedback/crash-boundary';
import styles from './tabs.module.css';

/** Tabs: `Tabs` around a `TabList` of `Tab`s and one `TabPanel` a tab. */
export const Tabs = Radix.Root;

/** The row of tabs; give it an `aria-label`. */
export function TabList({ className, ...rest }: ComponentProps<typeof Radix.List>) {
  return <Radix.List {...rest} className={cx(styles.list, className)} />;
}

interface TabProps extends Omit<ComponentProps<typeof Radix.Trigger>, 'children'> {
  label: string;
  /** null as long as it isn't known; its place is kept. */
  count?: number | null | undefined;
}

/** One tab, with how many things are behind it where that is known. */
export function Tab({ label, count, className, ...rest }: TabProps) {
  const { locale } = useMessages();
  return (
    <Radix.Trigger {...rest} className={cx(styles.tab, className)} onFocus={keepTab}>
      <span className={styles.label} data-text={label}>
        {label}
      </span>
      {count !== undefined && <span className={styles.count}>{count !== null && formatNumber(count, locale)}</span>}
    </Radix.Trigger>
  );
}

/**
 * Prevents that a tab is selected by the focus, unless the focus comes from another tab. A dialog that asks before another tab is opened
 * returns the focus to that tab, which would ask again.
 */
function keepTab(event: FocusEvent<HTMLElement>): void {
  const list = event.currentTarget.closest('[role="tablist"]');
  if (!(event.relatedTarget instanceof Node) || !list?.contains(event.relatedTarget)) event.preventDefault();
}

/** What a tab shows; mounted only while it is the active one. */
export function TabPanel({ className, children, ...rest }: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Content {...rest} className={cx(styles.panel, className)}>
      <PartBoundary>{children}</PartBoundary>
    </Radix.Content>
  );
}
