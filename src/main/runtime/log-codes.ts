/** The last warnings and errors of the log as a problem report contains them: codes, no names, no IDs, no paths. */
import { join } from 'node:path';
import { readPrivateFile } from '../../system/private-file';

/** Maximum number of lines. */
const maxLines = 12;
/** Facts whose values are codes. */
const coded = ['name', 'code', 'known', 'status', 'reason', 'type', 'exitCode', 'error'];
const code = /^[\w.-]{1,60}$/;

/** Returns the lines, the oldest first; none if the log can't be read. */
export async function readLogCodes(folder: string): Promise<string[]> {
  const bytes = await readPrivateFile(join(folder, 'latchkey.log')).catch(() => null);
  const lines = (bytes?.toString('utf8') ?? '').split('\n');
  return lines.flatMap((line) => codesOf(line) ?? []).slice(-maxLines);
}

function codesOf(line: string): string | null {
  const facts = factsOf(line);
  const { time, level, what } = facts;
  if (typeof time !== 'string' || (level !== 'warn' && level !== 'error') || typeof what !== 'string' || !code.test(what)) return null;
  const values = coded.flatMap((name) => (code.test(String(facts[name] ?? '')) ? [String(facts[name])] : []));
  return [time.slice(0, 19), level, what, ...values].join(' ');
}

function factsOf(line: string): Readonly<Record<string, unknown>> {
  try {
    const facts: unknown = JSON.parse(line);
    return typeof facts === 'object' && facts !== null ? { ...facts } : {};
  } catch {
    // A line that was cut off, or is empty.
    return {};
  }
}
