/** Tables that fit the width of a terminal. */
import { cutTo, safeLine, widthOf } from './plain-output';

const gap = 2;
/** What a column keeps when it is narrowed. */
const narrowest = 8;

/**
 * Returns a table with a heading. Columns are as wide as what is in them; if that is more than `columns`, the widest are cut. Null for any width, as
 * in a pipe.
 */
export function tableText(heading: readonly string[], rows: readonly (readonly string[])[], columns: number | null): string {
  const cells = [heading, ...rows].map((row) => row.map(safeLine));
  const widths = fitted(
    heading.map((_, at) => Math.max(...cells.map((row) => widthOf(row[at] ?? '')))),
    columns === null ? Number.POSITIVE_INFINITY : columns,
  );
  const lines = cells.map((row) => row.map((cell, at) => padded(cutTo(cell, widths[at] ?? 0), widths[at] ?? 0)).join(' '.repeat(gap)));
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

function padded(cell: string, width: number): string {
  return cell + ' '.repeat(Math.max(0, width - widthOf(cell)));
}

function fitted(widths: readonly number[], columns: number): readonly number[] {
  const now = [...widths];
  const total = () => now.reduce((sum, width) => sum + width, gap * (now.length - 1));
  while (total() > columns) {
    const widest = now.indexOf(Math.max(...now));
    if ((now[widest] ?? 0) <= narrowest) break;
    now[widest] = Math.max(narrowest, (now[widest] ?? 0) - Math.max(1, Math.min(total() - columns, secondOf(now, widest))));
  }
  return now;
}

/** Returns by how much a column is wider than the next one. */
function secondOf(widths: readonly number[], widest: number): number {
  return (widths[widest] ?? 0) - Math.max(0, ...widths.filter((_, at) => at !== widest));
}
