import styles from './sparkline.module.css';
import { sparkline } from './sparkline-path';

const size = { width: 104, height: 28 };

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
