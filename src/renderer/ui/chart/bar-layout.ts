/** Positions of a bar chart's parts in CSS pixels. */
import { scaleBand, scaleLinear } from 'd3-scale';

export interface ChartSize {
  readonly width: number;
  readonly height: number;
}

interface BarOptions extends ChartSize {
  /** Formats the numbers at the left. */
  readonly format: (value: number) => string;
}

/** Space around the bars. At the left are the numbers, for which `BarLayout.left` makes room, and this space between them and the bars. */
export const margin = { top: 8, right: 2, bottom: 20, left: 8 } as const;

/** Width of a letter of the numbers at the left, at most. */
const letterWidth = 6.5;

interface BarPosition {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** The column around the bar, which takes the pointer. */
  readonly columnX: number;
  readonly columnWidth: number;
}

export interface BarLayout {
  readonly bars: readonly BarPosition[];
  readonly ticks: readonly { readonly label: string; readonly y: number }[];
  /** Where the bars start. */
  readonly left: number;
  /** The y coordinate of zero. */
  readonly base: number;
}

/** A bar for a count above zero is at least this high, so that it can be seen. */
const minBarHeight = 2;

/** Returns where bars and grid lines are. Values that aren't positive numbers have no bar. */
export function barLayout(values: readonly number[], { width, height, format }: BarOptions): BarLayout {
  const base = height - margin.bottom;
  const counts = values.map((value) => (Number.isFinite(value) ? Math.max(value, 0) : 0));
  const y = scaleLinear([0, Math.max(1, ...counts)], [base, margin.top]).nice(4);
  const ticks = y
    .ticks(4)
    .filter(Number.isInteger)
    .map((value) => ({ label: format(value), y: y(value) }));
  const left = margin.left + Math.ceil(letterWidth * Math.max(4, ...ticks.map(({ label }) => lettersIn(label))));
  const x = scaleBand(counts.keys(), [left, Math.max(width - margin.right, left)])
    .paddingInner(0.28)
    .paddingOuter(0.14);
  const bars = counts.map((count, at) => {
    const top = count === 0 ? base : Math.min(y(count), base - minBarHeight);
    const start = x(at) ?? left;
    const gap = x.step() - x.bandwidth();
    return { x: start, y: top, width: x.bandwidth(), height: base - top, columnX: start - gap / 2, columnWidth: x.step() };
  });
  return { bars, ticks, left, base };
}

/** Counts the letters of a label. Those of Japanese, such as 万, count twice. */
function lettersIn(label: string): number {
  return label.replace(/[\u3000-\u9FFF]/g, '00').length;
}
