/** Positions of a bar chart's parts in CSS pixels. */
import { scaleBand, scaleLinear } from 'd3-scale';

export interface ChartSize {
  readonly width: number;
  readonly height: number;
}

/** Space around the bars, for the numbers at the left and the labels below. */
export const margin = { top: 8, right: 2, bottom: 20, left: 34 } as const;

export interface BarPosition {
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
  readonly ticks: readonly { readonly value: number; readonly y: number }[];
  /** The y coordinate of zero. */
  readonly base: number;
}

/** A bar for a count above zero is at least this high, so that it can be seen. */
const minBarHeight = 2;

/** Returns where bars and grid lines are. Values that aren't positive numbers have no bar. */
export function barLayout(values: readonly number[], { width, height }: ChartSize): BarLayout {
  const base = height - margin.bottom;
  const counts = values.map((value) => (Number.isFinite(value) ? Math.max(value, 0) : 0));
  const y = scaleLinear([0, Math.max(1, ...counts)], [base, margin.top]).nice(4);
  const x = scaleBand(counts.keys(), [margin.left, Math.max(width - margin.right, margin.left)])
    .paddingInner(0.28)
    .paddingOuter(0.14);
  const bars = counts.map((count, at) => {
    const top = count === 0 ? base : Math.min(y(count), base - minBarHeight);
    const left = x(at) ?? margin.left;
    const gap = x.step() - x.bandwidth();
    return { x: left, y: top, width: x.bandwidth(), height: base - top, columnX: left - gap / 2, columnWidth: x.step() };
  });
  return {
    bars,
    ticks: y
      .ticks(4)
      .filter(Number.isInteger)
      .map((value) => ({ value, y: y(value) })),
    base,
  };
}
