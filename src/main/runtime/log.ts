/** The logger: lines of JSON with codes, IDs and statuses, in files of limited size. Never logs headers, bodies or inputs. */
import { rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ErrorReport } from '#contract/errors.ts';
import { makePrivateFolder } from '#system/make-private-folder.ts';
import { appendToPrivateFile, readPrivateFile, restrictFile } from '#system/private-file.ts';
import type { Clock } from '../ports/ports';

type Level = 'info' | 'warn' | 'error';
type Facts = Readonly<Record<string, string | number | boolean | undefined>>;

export interface Log {
  write(level: Level, what: string, facts?: Facts): void;
  /** Writes the failure of a call. */
  fault(name: string, report: ErrorReport): void;
  /** Resolves when all lines written so far are on disk, or have failed to be written. */
  flush(): Promise<void>;
}

const fileLimit = 1_000_000;
const filesKept = 3;
/** Bytes of lines that are written together, so that files are about as large as they may be. */
const batchLimit = 50_000;

/**
 * Creates a log in `folder/latchkey.log` with at most three files of 1 MB. Errors of the file system lose lines and are ignored. Lines that come
 * while others are written are written together: opening the file takes longer than writing.
 */
export function createLog(folder: string, clock: Pick<Clock, 'now'>): Log {
  const file = join(folder, 'latchkey.log');
  let queue: Promise<unknown> = prepare(folder, file).catch(() => undefined);
  const waiting: string[] = [];
  const write: Log['write'] = (level, what, facts = {}) => {
    const line = `${JSON.stringify({ time: new Date(clock.now()).toISOString(), level, what, ...facts })}\n`;
    waiting.push(line);
    queue = queue.then(() => append(file, takeBatch(waiting))).catch(() => undefined);
  };
  return {
    write,
    fault: (name, { code, known, status, requestId, path }) => write('warn', 'call-failed', { name, code, known, status, requestId, path }),
    flush: () => queue.then(() => undefined),
  };
}

/** Makes the folder and the rotated files private. The current file is made private when it is written. */
async function prepare(folder: string, file: string): Promise<void> {
  makePrivateFolder(folder);
  for (let number = 1; number < filesKept; number += 1) await restrictFile(`${file}.${number}`).catch(() => undefined);
}

/** Takes the first line and as many others as may be written with it. Returns an empty text if all were taken. */
function takeBatch(waiting: string[]): string {
  let bytes = 0;
  const end = waiting.findIndex((line, at) => {
    bytes += Buffer.byteLength(line);
    return at > 0 && bytes > batchLimit;
  });
  return waiting.splice(0, end === -1 ? waiting.length : end).join('');
}

async function append(file: string, lines: string): Promise<void> {
  if (lines === '') return;
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  );
  if (size + Buffer.byteLength(lines) > fileLimit) await rotate(file);
  await appendToPrivateFile(file, lines);
}

async function rotate(file: string): Promise<void> {
  for (let number = filesKept - 1; number > 0; number -= 1) {
    await rename(number === 1 ? file : `${file}.${number - 1}`, `${file}.${number}`).catch(() => undefined);
  }
}

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
