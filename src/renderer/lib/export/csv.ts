/** Tables as CSV (RFC 4180) for spreadsheet programs. */

/** A program reads a cell that starts like this as a formula, which can send what is in other cells to someone else. */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/;

/** Without it, Excel reads a file as text in the system's own encoding. */
const byteOrderMark = '\uFEFF';

/**
 * Returns a table as CSV, with a byte order mark. A cell that a program would read as a formula starts with an apostrophe, which has it read as
 * text.
 */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return byteOrderMark + rows.map((cells) => `${cells.map(cell).join(',')}\r\n`).join('');
}

function cell(text: string): string {
  // Programs ignore spaces before a formula.
  const safe = formulaStart.test(text.replace(/^ +/, '')) ? `'${text}` : text;
  return /[",\r\n\t;]|^ | $/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
