/** Finds the lines in which a JSON text differs from an earlier one. */

/** Lines of the later text, counted from 1. */
export interface LineChanges {
  readonly changed: readonly number[];
  /** Lines before which lines of the earlier text are missing; one more than the last line, if they are missing at the end. */
  readonly removedBefore: readonly number[];
}

/** Number of pairs of lines up to which all are compared, which takes a few milliseconds. */
const maxPairs = 1_000_000;

/** Returns the lines that differ. Indentation, and the comma between values, aren't differences. */
export function lineChanges(before: string, after: string): LineChanges {
  if (before === after) return { changed: [], removedBefore: [] };
  const [old, now] = [linesOf(before), linesOf(after)];
  const start = equalLines(old, now, (at) => at);
  const end = equalLines(old, now, (at, { length }) => length - 1 - at, start);
  const oldMiddle = old.slice(start, old.length - end).map(contentOf);
  const nowMiddle = now.slice(start, now.length - end).map(contentOf);
  const { changed, removedBefore } =
    oldMiddle.length * nowMiddle.length > maxPairs ? unknownLines(oldMiddle, nowMiddle) : differentLines(oldMiddle, nowMiddle);
  return { changed: changed.map((at) => start + at + 1), removedBefore: removedBefore.map((at) => start + at + 1) };
}

function linesOf(text: string): readonly string[] {
  return text.trim() === '' ? [] : text.split('\n');
}

function contentOf(line: string | undefined): string {
  return line?.trim().replace(/,$/, '') ?? '';
}

type Place = (at: number, lines: readonly string[]) => number;

/** Returns the number of equal lines from one end, without those that are counted from the other end already. */
function equalLines(old: readonly string[], now: readonly string[], place: Place, counted = 0): number {
  const most = Math.min(old.length, now.length) - counted;
  const isEqual = (one: string | undefined, other: string | undefined) => one === other || contentOf(one) === contentOf(other);
  let count = 0;
  while (count < most && isEqual(old[place(count, old)], now[place(count, now)])) count += 1;
  return count;
}

/** Returns the lines outside a longest common subsequence, by index. */
function differentLines(old: readonly string[], now: readonly string[]): LineChanges {
  const width = now.length + 1;
  // For each pair of indexes, the length of the longest common subsequence from there on.
  const lengths = new Uint32Array((old.length + 1) * width);
  const lengthAt = (x: number, y: number) => lengths[x * width + y] ?? 0;
  for (let x = old.length - 1; x >= 0; x -= 1)
    for (let y = now.length - 1; y >= 0; y -= 1)
      lengths[x * width + y] = old[x] === now[y] ? lengthAt(x + 1, y + 1) + 1 : Math.max(lengthAt(x + 1, y), lengthAt(x, y + 1));
  const changed: number[] = [];
  const removedBefore: number[] = [];
  let [x, y] = [0, 0];
  while (x < old.length || y < now.length) {
    const [oldFrom, nowFrom] = [x, y];
    while (x < old.length && (y >= now.length || (old[x] !== now[y] && lengthAt(x + 1, y) >= lengthAt(x, y + 1)))) x += 1;
    while (y < now.length && (x >= old.length || old[x] !== now[y])) changed.push(y++);
    if (x > oldFrom && y === nowFrom) removedBefore.push(y);
    if (old[x] === now[y]) [x, y] = [x + 1, y + 1];
  }
  return { changed, removedBefore };
}

/** Returns the lines that the earlier text doesn't contain anywhere, by index. */
function unknownLines(old: readonly string[], now: readonly string[]): LineChanges {
  const known = new Set(old);
  return { changed: now.flatMap((line, at) => (known.has(line) ? [] : [at])), removedBefore: [] };
}
