/** The lines of two JSON texts, side by side in one column. */

/** A field before and after a write. */
export interface FieldChange {
  /** Null for the object itself, which was created or deleted. */
  readonly field: string | null;
  /** Absent if it had no value. */
  readonly before?: unknown;
  /** Absent if it has none afterwards. */
  readonly after?: unknown;
}

export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added' | 'gap';
  readonly text: string;
  /** Number of the line in its text; absent for a gap. */
  readonly number?: number;
}

/** Number of pairs of lines up to which all are compared. */
const maxPairs = 400_000;
/** Unchanged lines that are shown around changed ones. */
const context = 2;

/** Returns the lines of a change: removed and added ones, and those that both have. */
export function diffLines(change: Pick<FieldChange, 'before' | 'after'>): readonly DiffLine[] {
  const old = 'before' in change ? linesOf(change.before) : [];
  const now = 'after' in change ? linesOf(change.after) : [];
  const isSame = (x: number, y: number) => contentOf(old[x]) === contentOf(now[y]);
  if (old.length * now.length > maxPairs)
    return [...old.map((text, at) => line('removed', text, at)), ...now.map((text, at) => line('added', text, at))];
  const width = now.length + 1;
  // For each pair of indexes, the length of the longest common subsequence from there on.
  const lengths = new Uint32Array((old.length + 1) * width);
  const lengthAt = (x: number, y: number) => lengths[x * width + y] ?? 0;
  for (let x = old.length - 1; x >= 0; x -= 1)
    for (let y = now.length - 1; y >= 0; y -= 1)
      lengths[x * width + y] = isSame(x, y) ? lengthAt(x + 1, y + 1) + 1 : Math.max(lengthAt(x + 1, y), lengthAt(x, y + 1));
  const lines: DiffLine[] = [];
  let added: DiffLine[] = [];
  let [x, y] = [0, 0];
  while (x < old.length || y < now.length) {
    if (x < old.length && y < now.length && isSame(x, y)) {
      lines.push(...added, line('same', now[y] ?? '', y));
      added = [];
      x += 1;
      y += 1;
    } else if (x < old.length && (y >= now.length || lengthAt(x + 1, y) >= lengthAt(x, y + 1)))
      lines.push(line('removed', old[x] ?? '', x++));
    else added.push(line('added', now[y] ?? '', y++));
  }
  return [...lines, ...added];
}

/** Returns the lines with a gap in place of those that are far from changed ones. */
export function changedParts(lines: readonly DiffLine[]): readonly DiffLine[] {
  const isNear = lines.map((_line, at) => lines.slice(Math.max(0, at - context), at + context + 1).some(({ kind }) => kind !== 'same'));
  return lines.flatMap((each, at) => {
    if (isNear[at]) return [each];
    return isNear[at - 1] === true || at === 0 ? [{ kind: 'gap' as const, text: '…' }] : [];
  });
}

function line(kind: DiffLine['kind'], text: string, at: number): DiffLine {
  return { kind, text, number: at + 1 };
}

/** A text of several lines, such as a source, is shown as it is. */
function linesOf(value: unknown): readonly string[] {
  if (typeof value === 'string' && value.includes('\n')) return value.replace(/\n$/, '').split('\n');
  return (JSON.stringify(value, null, 2) ?? '').split('\n').filter((text) => text !== '');
}

/** The comma between values isn't a difference. */
function contentOf(text: string | undefined): string {
  return text?.replace(/,$/, '') ?? '';
}
