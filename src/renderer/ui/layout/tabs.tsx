import { MoreHorizontal } from 'lucide-react';
import { Tabs as Radix } from 'radix-ui';
import { type ComponentProps, type FocusEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { cx } from '#lib/class-names.ts';
import { formatAtLeast, formatNumber } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';
import { PartBoundary } from '../feedback/crash-boundary';
import { IconButton } from '../inputs/icon-button';
import { Menu, MenuItem } from '../overlays/menu';
import styles from './tabs.module.css';

/** Which tabs have room in one line. */
interface TabRoom {
  /** The widths of all tabs, in their order. */
  readonly widths: readonly number[];
  /** Between two tabs, and before the button for the others. */
  readonly gap: number;
  /** The width of the button for the others. */
  readonly more: number;
  readonly room: number;
  /** The index of the active tab, which is always shown; -1 for none. */
  readonly active: number;
}

/** Returns the indices of the tabs that fit, in their order, all widths in CSS pixels. If not all do, the last ones are left out first. */
export function fittingTabs({ widths, gap, more, room, active }: TabRoom): readonly number[] {
  const all = widths.map((_width, at) => at);
  if (lengthOf(all, widths, gap) <= room) return all;
  const left = room - more - gap;
  for (let count = all.length - 1; count > 0; count -= 1) {
    const first = all.slice(0, count);
    const shown = active < count ? first : [...first.slice(0, -1), active];
    if (lengthOf(shown, widths, gap) <= left) return shown;
  }
  return active < 0 ? all.slice(0, 1) : [active];
}

function lengthOf(shown: readonly number[], widths: readonly number[], gap: number): number {
  return shown.reduce((sum, at) => sum + (widths[at] ?? 0), 0) + gap * Math.max(0, shown.length - 1);
}

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
  /** Whether there are more than `count`. */
  isMore?: boolean | undefined;
}

/** One tab, with how many things are behind it where that is known. */
export function Tab({ label, count, isMore = false, className, ...rest }: TabProps) {
  const { locale } = useMessages();
  return (
    <Radix.Trigger {...rest} className={cx(styles.tab, className)} onFocus={keepTab}>
      <span className={styles.label} data-text={label}>
        {label}
      </span>
      {count !== undefined && (
        <span className={styles.count}>{count !== null && (isMore ? formatAtLeast(count, locale) : formatNumber(count, locale))}</span>
      )}
    </Radix.Trigger>
  );
}

interface TabLineProps {
  /** Names the tabs for screen readers. */
  label: string;
  tabs: readonly { readonly value: string; readonly label: string; readonly count?: number | null | undefined }[];
  /** The active tab. */
  value: string;
  onSelect: (value: string) => void;
}

/** Tabs that stay on one line: a menu at its end has those without room. The active one is always shown. */
export function TabLine({ label, tabs, value, onSelect }: TabLineProps) {
  const { t } = useMessages();
  const line = useRef<HTMLDivElement>(null);
  const shown = useFittingTabs(line, tabs, value);
  const rest = tabs.filter((_tab, at) => !shown.includes(at));
  return (
    <div ref={line} className={cx(styles.list, styles.line)}>
      <Radix.List aria-label={label} className={styles.tabs}>
        {shown.map((at) => {
          const tab = tabs[at];
          return tab && <Tab key={tab.value} {...tab} />;
        })}
      </Radix.List>
      {rest.length > 0 && (
        <Menu align="end" trigger={<IconButton label={t('ui.tabs.more')} icon={MoreHorizontal} className={styles.more} />}>
          {rest.map((tab) => (
            <MenuItem key={tab.value} onSelect={() => onSelect(tab.value)}>
              {tab.label}
            </MenuItem>
          ))}
        </Menu>
      )}
      <div className={styles.ruler} aria-hidden="true">
        {tabs.map((tab) => (
          <span key={tab.value} className={styles.tab}>
            <span className={styles.label} data-text={tab.label} />
            {tab.count !== undefined && <span className={styles.count} />}
          </span>
        ))}
        <span className={styles.more} />
      </div>
    </div>
  );
}

/** Returns the indices of the tabs that have room. They are measured before the browser draws, so that no tab is seen to go. */
function useFittingTabs(line: RefObject<HTMLDivElement | null>, tabs: TabLineProps['tabs'], value: string): readonly number[] {
  const all = tabs.map((_tab, at) => at);
  const [room, setRoom] = useState<Omit<TabRoom, 'active'> | null>(null);
  const labels = tabs.map(({ label }) => label).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the labels decide the widths
  useLayoutEffect(() => {
    const element = line.current;
    const ruler = element?.lastElementChild;
    if (!element || !ruler) return undefined;
    const measure = () => setRoom(roomOf(element, ruler));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(ruler);
    return () => observer.disconnect();
  }, [line, labels]);
  if (room === null || room.widths.length !== tabs.length) return all;
  return fittingTabs({ ...room, active: tabs.findIndex((tab) => tab.value === value) });
}

function roomOf(element: HTMLElement, ruler: Element): Omit<TabRoom, 'active'> {
  const style = getComputedStyle(element);
  const widths = [...ruler.children].map((child) => child.getBoundingClientRect().width);
  const more = widths.pop() ?? 0;
  const inset = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight);
  return { widths, more, gap: Number.parseFloat(style.columnGap) || 0, room: element.clientWidth - inset };
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
