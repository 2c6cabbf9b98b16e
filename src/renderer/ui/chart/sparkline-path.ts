import { scaleLinear } from 'd3-scale';
import type { ChartSize } from './bar-layout';

const padding = 3;

/** The path of a line and the point at its end. */
export interface Sparkline {
  readonly line: string;
  readonly end: { readonly x: number; readonly y: number };
}

/** Returns the line through the values, from the lowest to the highest one, or along the bottom if all are zero; null for fewer than two values. */
export function sparkline(values: readonly number[], { width, height }: ChartSize): Sparkline | null {
  if (values.length < 2) return null;
  const x = scaleLinear([0, values.length - 1], [padding, width - padding]);
  const [min, max] = [Math.min(...values), Math.max(...values)];
  const y = scaleLinear(domainOf(min, max), [height - padding, padding]);
  const points = values.map((value, at) => ({ x: rounded(x(at)), y: rounded(y(value)) }));
  const end = points.at(-1);
  if (end === undefined) return null;
  return { line: `M${points.map((point) => `${point.x} ${point.y}`).join('L')}`, end };
}

/** Equal values are in the middle, unless they are zero. */
function domainOf(min: number, max: number): readonly [number, number] {
  if (min !== max) return [min, max];
  return max === 0 ? [0, 1] : [min - 1, max + 1];
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
