/**
 * Returns for each row what has to be shown beside its first text, so that no two rows look the same: its second text, and as many of the
 * following ones as needed. Rows that are equal in all texts can't be told apart.
 */
export function distinctDetails(rows: readonly (readonly string[])[]): string[][] {
  return rows.map((row) => {
    const isShared = (length: number) =>
      rows.some((other) => other !== row && row.slice(0, length).every((text, at) => other[at] === text));
    let length = 2;
    while (length < row.length && isShared(length)) length += 1;
    return row.slice(1, length);
  });
}
