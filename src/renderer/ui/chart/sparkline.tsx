import { scaleLinear } from 'd3-scale';
import type { ChartSize } from './bar-layout';
import styles from './sparkline.module.css';

const size = { width: 104, height: 28 };
const padding = 3;

/** The course of a number as a small line. Decorative: show the number beside it. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const drawn = sparkline(values, size);
  if (drawn === null) return null;
  const { line, end } = drawn;
  return (
    <svg aria-hidden="true" className={styles.sparkline} viewBox={`0 0 ${size.width} ${size.height}`}>
      <path className={styles.area} d={`${line}L${end.x} ${size.height}L3 ${size.height}Z`} />
      <path className={styles.line} d={line} />
      <circle className={styles.end} cx={end.x} cy={end.y} r={2.4} />
    </svg>
  );
}

/** The path of a line and the point at its end. */
interface SparklinePath {
  readonly line: string;
  readonly end: { readonly x: number; readonly y: number };
}

/** Returns the line through the values, from the lowest to the highest one, or along the bottom if all are zero; null for fewer than two values. */
export function sparkline(values: readonly number[], { width, height }: ChartSize): SparklinePath | null {
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
