/** The known name that was probably meant by an unknown one. */

/** Returns the name that needs the fewest changes of single characters; none if that is more than a third of it. */
export function nearestOf(name: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((each) => ({ each, distance: distanceOf(name.slice(0, 64).toLowerCase(), each) }))
    .sort((one, other) => one.distance - other.distance);
  const [best] = ranked;
  return best !== undefined && best.distance <= Math.max(2, best.each.length / 3) ? best.each : undefined;
}

/** Levenshtein distance. */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= other.length; to += 1) {
      const same = one[at - 1] === other[to - 1] ? 0 : 1;
      next.push(Math.min((next[to - 1] ?? 0) + 1, (row[to] ?? 0) + 1, (row[to - 1] ?? 0) + same));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
