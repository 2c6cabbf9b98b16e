/** The last figures of the benchmarks, and the table of them in the documentation. */
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { inProject } from './project.mjs';

/** @typedef {import('../../tests/bench/lib/measurement').Measurement} Measurement */
/** @typedef {Measurement & { readonly bench: string, readonly machine: string, readonly day: string }} Result */

const dataFile = inProject('tests', 'bench', 'results.json');
const page = inProject('docs', 'benchmarks.md');

/** The table of the page, without the line break at its end. */
const tablePattern = /^\| Benchmark \|.*(\n\|.*)*/m;

/** Returns what a figure depends on: the number of cores, and whether other programs used them. Call it before measuring. */
export function describeMachine() {
  const cores = availableParallelism();
  return `${cores} cores, ${(loadavg()[0] ?? 0) < cores / 4 ? 'quiet' : 'busy'}`;
}

/** Reads the last result of each figure. @returns {Result[]} */
export function readResults() {
  return JSON.parse(readFileSync(dataFile, 'utf8'));
}

/** Replaces the results of the same benchmarks, and writes the file and the table. @param {readonly Result[]} measured */
export function recordResults(measured) {
  const results = withMeasured(readResults(), measured);
  writeFileSync(dataFile, `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync(page, withTable(readFileSync(page, 'utf8'), results));
}

/**
 * Returns all results in the order of the benchmarks; a benchmark's new results replace all of its old ones.
 * @param {readonly Result[]} kept
 * @param {readonly Result[]} measured
 */
export function withMeasured(kept, measured) {
  const replaced = new Set(measured.map(({ bench }) => bench));
  const all = [...kept.filter(({ bench }) => !replaced.has(bench)), ...measured];
  return all.sort((a, b) => (a.bench === b.bench ? 0 : a.bench < b.bench ? -1 : 1));
}

/** Returns a page with the table of the results instead of its own. @param {string} text @param {readonly Result[]} results */
export function withTable(text, results) {
  return text.replace(tablePattern, () => tableOf(results));
}

/** @param {readonly Result[]} results */
function tableOf(results) {
  const rows = results.map(({ bench, name, value, unit, limit, detail, machine, day }) => {
    return [`\`${bench}\``, name, showFigure(value, unit), `≤ ${showFigure(limit, unit)}`, detail ?? '–', machine, day];
  });
  const head = ['Benchmark', 'Figure', 'Result', 'Limit', 'What was compared', 'Machine', 'Day'];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Returns a figure with its unit; a ratio has none. @param {number} value @param {Measurement['unit']} unit */
export function showFigure(value, unit) {
  return unit === 'x' ? value.toFixed(2) : `${value.toFixed(1)} ${unit}`;
}
