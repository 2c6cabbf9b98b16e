/** Command-line switches of Latchkey. */
import { app } from 'electron';

/**
 * Returns the value of a switch, written as `--name=value` or, which Chromium doesn't read, as `--name value`. Null when it is missing or
 * has no value.
 */
export function switchValue(name: string, args: readonly string[] = process.argv): string | null {
  const joined = app.commandLine.getSwitchValue(name);
  if (joined !== '') return joined;
  const next = args[args.indexOf(`--${name}`) + 1];
  return args.includes(`--${name}`) && next !== undefined && next !== '' && !next.startsWith('--') ? next : null;
}
