/** Assignments in environment files (`.env`). */

/** The name of a variable, as shells and dotenv libraries accept it. */
export const envName = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** A value that no reader of such files interprets. */
const plainValue = /^[A-Za-z0-9_./:@%+,=-]+$/;

/** Returns a value as it is written behind the `=`: in quotes if a reader could interpret something in it. */
export function envValue(value: string): string {
  if (plainValue.test(value)) return value;
  if (!/['\r\n]/.test(value)) return `'${value}'`;
  const escaped = value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('$', '\\$').replaceAll('`', '\\`');
  return `"${escaped.replaceAll('\r', '\\r').replaceAll('\n', '\\n')}"`;
}

/** Returns a line that assigns a value, without its line break. */
export function envLine(name: string, value: string): string {
  return `${name}=${envValue(value)}`;
}
