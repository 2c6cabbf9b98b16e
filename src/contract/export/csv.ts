/** Tables as CSV (RFC 4180) for spreadsheet programs. */
import { narrowText } from '../text/machine-text';
import { trimInvisible } from '../text/visible-text';

/** A program reads a cell that starts like this as a formula, which can send what is in other cells to someone else. */
const formulaStart = /^[=+\-@]/;

/** Without it, Excel reads a file as text in the system's own encoding. */
export const byteOrderMark = '\uFEFF';

export type Delimiter = ',' | ';' | '\t';

/** What separates the texts of a list in one cell. */
export const listSeparator = ';';

/** Returns one row with its line break. A cell that a program would read as a formula starts with an apostrophe, which has it read as text. */
export function csvRow(cells: readonly string[], delimiter: Delimiter = ','): string {
  return `${cells.map(cell).join(delimiter)}\r\n`;
}

/** Returns what a cell of a table says: without the apostrophe before what a program would read as a formula. */
export function cellValue(text: string): string {
  return text.startsWith("'") && isFormula(text.slice(1)) ? text.slice(1) : text;
}

/** Programs ignore spaces before a formula, and some read one in full width. */
function isFormula(text: string): boolean {
  return /^[\t\r\n]/.test(text) || formulaStart.test(narrowText(trimInvisible(text)));
}

function cell(text: string): string {
  const safe = isFormula(text) ? `'${text}` : text;
  return /[",\r\n\t;]|^ | $/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
