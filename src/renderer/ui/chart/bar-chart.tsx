import { type KeyboardEvent, useCallback, useId, useRef, useState } from 'react';
import { cx } from '#lib/class-names.ts';
import { pressedKey } from '#lib/keyboard/pressed-key.ts';
import { useMessages } from '#lib/use-messages.ts';
import { VisuallyHidden } from '../layout/visually-hidden';
import styles from './bar-chart.module.css';
import { type BarLayout, barLayout, margin } from './bar-layout';
import { compactNumber } from './figures';

/** Returns the width of an element in CSS pixels, 0 until it is measured, and the ref that measures it. */
export function useWidth(): [number, (element: HTMLElement | null) => (() => void) | undefined] {
  const [width, setWidth] = useState(0);
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [width, ref];
}

export interface Bar {
  readonly id: string;
  readonly value: number;
  /** What the bar is of, and its value, such as "Tue, Nov 10" and "72 sign-ups". */
  readonly title: string;
  readonly text: string;
  /** Label below the bar; most bars have none. */
  readonly label?: string | undefined;
  /** Whether it is drawn less prominently, as weekends are. */
  readonly isDimmed?: boolean;
  /** Whether its value may still grow. */
  readonly isPartial?: boolean;
}

interface BarChartProps {
  /** Says what is counted, for screen readers. */
  label: string;
  bars: readonly Bar[];
  height?: number;
}

/** A bar chart. One stop for Tab; the arrow keys, Home, and End go from bar to bar. Offer the numbers as a table as well. */
export function BarChart({ label, bars, height = 132 }: BarChartProps) {
  const { t, locale } = useMessages();
  const [width, measured] = useWidth();
  const [shown, setShown] = useState<number | null>(null);
  const helpId = useId();
  const layout = barLayout(
    bars.map(({ value }) => value),
    { width, height, format: (value) => compactNumber(value, locale) },
  );
  return (
    <div ref={measured} className={styles.chart} style={{ height }}>
      <VisuallyHidden id={helpId}>{t('chart.help')}</VisuallyHidden>
      {width > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: an SVG can’t contain a fieldset
        <svg width={width} height={height} role="group" aria-label={label} aria-describedby={helpId} onPointerLeave={() => setShown(null)}>
          <Grid layout={layout} width={width} />
          <Bars bars={bars} layout={layout} shown={shown} onShow={setShown} />
        </svg>
      )}
      {shown !== null && <BarTooltip bar={bars[shown]} layout={layout} at={shown} width={width} />}
    </div>
  );
}

function Grid({ layout, width }: { layout: BarLayout; width: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus
    <g aria-hidden="true">
      {layout.ticks.map(({ label, y }) => (
        <g key={label}>
          <line className={styles.grid} x1={layout.left} x2={width - margin.right} y1={Math.round(y) + 0.5} y2={Math.round(y) + 0.5} />
          <text className={styles.tick} x={layout.left - margin.left} y={y} dy="0.35em">
            {label}
          </text>
        </g>
      ))}
    </g>
  );
}

interface BarsProps {
  bars: readonly Bar[];
  layout: BarLayout;
  shown: number | null;
  onShow: (at: number | null) => void;
}

function Bars({ bars, layout, shown, onShow }: BarsProps) {
  const [current, setCurrent] = useState(bars.length - 1);
  const group = useRef<SVGGElement>(null);
  const stop = Math.min(current, bars.length - 1);
  const press = (event: KeyboardEvent) => {
    const next = nextBar(pressedKey(event), stop, bars.length);
    if (pressedKey(event) === 'Escape') onShow(null);
    if (next === null) return;
    event.preventDefault();
    (group.current?.children[next] as SVGGElement | undefined)?.focus();
  };
  const focus = (at: number) => {
    setCurrent(at);
    onShow(at);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the group isn’t a control; it handles the keys for the bars in it
    <g ref={group} onKeyDown={press}>
      {bars.map((bar, at) => (
        // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a group of an SVG isn’t interactive
        <g
          key={bar.id}
          role="img"
          aria-label={`${bar.title}: ${bar.text}`}
          tabIndex={at === stop ? 0 : -1}
          className={cx(styles.bar, at === shown && styles.shown)}
          onFocus={() => focus(at)}
          onBlur={() => onShow(null)}
          onPointerEnter={() => onShow(at)}
        >
          <BarShape bar={bar} layout={layout} at={at} />
        </g>
      ))}
    </g>
  );
}

function BarShape({ bar, layout, at }: { bar: Bar; layout: BarLayout; at: number }) {
  const position = layout.bars[at];
  if (position === undefined) return null;
  const { x, y, width, height, columnX, columnWidth } = position;
  const top = margin.top - 4;
  return (
    <>
      <rect className={styles.column} x={columnX} y={top} width={columnWidth} height={layout.base - top} rx={3} />
      <rect
        className={cx(styles.shape, bar.isDimmed && styles.dimmed, bar.isPartial && styles.partial)}
        x={x}
        y={y}
        width={width}
        height={height}
        rx={Math.min(2, width / 2, height / 2)}
      />
      {bar.label !== undefined && (
        <text className={styles.label} x={x + width / 2} y={layout.base + 15}>
          {bar.label}
        </text>
      )}
    </>
  );
}

interface BarTooltipProps {
  bar: Bar | undefined;
  layout: BarLayout;
  at: number;
  width: number;
}

/** Shows a bar's value beside it, at the side with more room. Screen readers have it as the bar's name. */
function BarTooltip({ bar, layout, at, width }: BarTooltipProps) {
  const position = layout.bars[at];
  if (bar === undefined || position === undefined) return null;
  const middle = position.x + position.width / 2;
  const isLeft = middle < width / 2;
  const side = isLeft ? { left: position.columnX + position.columnWidth + 4 } : { right: width - position.columnX + 4 };
  return (
    <div aria-hidden="true" className={styles.tooltip} style={side}>
      <strong>{bar.title}</strong>
      <span>{bar.text}</span>
    </div>
  );
}

/** Returns the bar that a key goes to, or null for other keys. */
function nextBar(key: string, at: number, count: number): number | null {
  if (key === 'ArrowRight' || key === 'ArrowDown') return Math.min(at + 1, count - 1);
  if (key === 'ArrowLeft' || key === 'ArrowUp') return Math.max(at - 1, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}
