/** Imports of users from files: checked as a whole, then run as a job. */
import { appendFile } from 'node:fs/promises';
import type { CheckedLine, CheckResult } from '#contract/imports/check.ts';
import { type ImportMapping, type MappingOf, newMapping, type SavedMapping } from '#contract/imports/mapping.ts';
import type { ImportRun } from '#contract/imports/run.ts';
import { savedColumns, withSaved } from '#contract/imports/saved-columns.ts';
import type { ImportFault, ImportSource } from '#contract/imports/source.ts';
import { createTranslator } from '#messages/translator.ts';
import { type ExitCode, exitCodes, TerminalError } from '../exit-code';
import { failureText } from '../failure-text';
import type { Opened } from '../open-app';
import { safeJson } from '../plain-output';
import { tableText } from '../table-text';
import type { CommandRun, RunCommand } from './command-run';
import { sendFile } from './import-file';
import { readText } from './input-text';
import { finished } from './jobs';
import { writable } from './journal';

const { t } = createTranslator('en');

/** Lines that can't be imported of which the reasons are shown. */
const shownLines = 20;

/** Checks all lines of a file, shows what they would do, and sends them once that is confirmed. */
export const importUsers: RunCommand = async (run) => {
  const { opened, options, args, terminal } = run;
  const { id: connectionId } = await opened.connection();
  terminal.progress('Reading the file…');
  const { id, isUnchanged } = await sendFile(opened, connectionId, args[0] ?? '');
  try {
    const source = await opened.api.imports.finish({ id, isUnchanged });
    if (source === null) throw faultError((await runOf(opened, id)).fault);
    const mapping = await mappingOf(run, id, source);
    const result = await checked(run, id, mapping);
    const invalid = await invalidLines(opened, id);
    const rejected = options.text('rejected');
    if (rejected !== undefined) await writeRejected(opened, id, rejected);
    const preview = { result, mapping: named(mapping, source), invalid };
    const isWhole = result.counts.impossible === 0 || options.has('skip-invalid');
    const count = result.counts.create + result.counts.change;
    const isOver = options.has('dry-run') || count === 0 || !isWhole;
    if (options.has('json')) {
      if (isOver) await terminal.print(`${safeJson(preview)}\n`);
    } else if (isOver) await terminal.print(previewText(preview, terminal.columns));
    else terminal.say(previewText(preview, terminal.columns).trimEnd());
    if (!isOver) return await sent(run, id, result);
    if (!isWhole) terminal.say('Nothing was changed. Use --skip-invalid to leave these lines out.');
    return isWhole ? exitCodes.done : exitCodes.failed;
  } finally {
    await opened.api.imports.discard({ id });
  }
};

async function sent(run: CommandRun, id: string, { counts }: CheckResult): Promise<ExitCode> {
  const { api } = run.opened;
  const statuses = (['create', 'change'] as const).filter((status) => counts[status] > 0);
  const preview = await api.imports.prepare({ id, statuses });
  await api.jobs.start({ id: preview.id, hash: preview.hash, options: { perSecond: null, stopAfter: null } });
  return finished(run, preview.id);
}

/** Resolves to the mapping of the options; without one, to what the names of the columns suggest. Throws a `TerminalError` for one with problems. */
async function mappingOf(run: CommandRun, id: string, { columns }: ImportSource): Promise<MappingOf<'users'>> {
  const { opened, options } = run;
  const suggested = await opened.api.imports.suggest({ id });
  const wanted = options.text('mapping');
  const base = wanted === undefined ? suggested : withSaved(suggested, await savedMapping(run, wanted), columns);
  const existing = options.text('existing') === 'leave' ? 'leave' : options.text('existing') === 'change' ? 'change' : base.existing;
  const mapping = { ...base, existing } as MappingOf<'users'>;
  if (mapping.columns.length === 0) throw new TerminalError('No column of the file is known. Say what they become with --mapping.');
  const { problems } = await opened.api.imports.tryMapping({ id, mapping });
  if (problems.length === 0) return mapping;
  const lines = problems.map((problem) => {
    const names = problem.columns.map((column) => `“${columns[column]?.name ?? column}”`).join(', ');
    return `  ${t(`imports.problem.${problem.reason}`, { columns: names })}`;
  });
  throw new TerminalError(['The columns can’t be imported so. Use --mapping.', ...lines].join('\n'));
}

/** Resolves to a mapping of the profile by its name, or to that of a file. Throws a `TerminalError` that quotes nothing of the file. */
async function savedMapping({ opened, terminal }: CommandRun, wanted: string): Promise<Omit<SavedMapping, 'id'>> {
  const known = (await opened.api.imports.mappings({})).value.find(({ name, kind }) => name === wanted && kind === 'users');
  return known ?? parseMapping(await readText(wanted, terminal.input), wanted);
}

/** Returns the mapping of a file. Throws a `TerminalError` that quotes nothing of it. */
export function parseMapping(text: string, file: string): Omit<SavedMapping, 'id'> {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw new TerminalError(`“${file}” isn’t JSON.`);
  }
  const parsed = newMapping.safeParse(value);
  if (parsed.success && parsed.data.kind === 'users') return parsed.data;
  const path = parsed.success ? 'kind' : (parsed.error.issues[0]?.path.join('.') ?? '');
  throw new TerminalError(`“${file}” isn’t a mapping of users${path === '' ? '' : `: see “${path}”`}. --dry-run --json prints one.`);
}

/** Returns a mapping as a file has it. */
function named(mapping: MappingOf<'users'>, { columns }: ImportSource): Omit<SavedMapping, 'id'> {
  const { kind, match, existing, empty } = mapping;
  return { name: 'users', kind, match, existing, empty, columns: savedColumns(mapping, columns) };
}

async function runOf({ api }: Opened, id: string): Promise<ImportRun> {
  const run = (await api.imports.runs({})).value.find((one) => one.id === id);
  if (run === undefined) throw new TerminalError('The import was ended.');
  return run;
}

/** Checks all lines. Throws a `TerminalError` if that isn't possible. */
async function checked({ opened, terminal }: CommandRun, id: string, mapping: ImportMapping): Promise<CheckResult> {
  let stop = () => {};
  const ended = new Promise<ImportRun>((resolve, reject) => {
    const look = async () => {
      const run = await runOf(opened, id);
      if (run.state !== 'checking') return resolve(run);
      terminal.progress(`Checking all lines… ${Math.floor((run.progress ?? 0) * 100)} %`);
    };
    stop = opened.app.onPush(({ name }) => {
      if (name === 'imports.runs') look().catch(reject);
    });
    opened.api.imports.check({ id, mapping }).then(look).catch(reject);
  });
  const { result, error } = await ended.finally(() => stop());
  if (result === null) throw new TerminalError(error === null ? 'The check was ended.' : failureText(error), undefined, error?.code);
  return result;
}

async function invalidLines({ api }: Opened, id: string): Promise<readonly CheckedLine[]> {
  return (await api.imports.lines({ id, status: 'impossible', from: 0, limit: shownLines })).lines;
}

async function writeRejected({ api }: Opened, id: string, file: string): Promise<void> {
  await writable(file, () => appendFile(file, '', { mode: 0o600, flag: 'wx' }));
  for (let from: number | null = 0; from !== null; ) {
    const { text, next }: { text: string; next: number | null } = await api.imports.exportPage({ id, from });
    await writable(file, () => appendFile(file, text));
    from = next;
  }
}

interface Preview {
  readonly result: CheckResult;
  readonly mapping: Omit<SavedMapping, 'id'>;
  readonly invalid: readonly CheckedLine[];
}

/** Returns what the columns become, how many lines do what, and why some can't be imported. */
function previewText({ result, mapping, invalid }: Preview, columns: number | null): string {
  const { create, change, same, impossible } = result.counts;
  const targets = mapping.columns.map(({ name, target }) => [name, 'path' in target ? target.path : target.field]);
  const counts = `${create} created, ${change} changed, ${same} the same, ${impossible} not importable.\n`;
  const reasons = invalid.flatMap(({ line, problems }) => problems.map((problem) => [String(line), problemText(problem)]));
  const more = impossible > invalid.length ? `And ${impossible - invalid.length} more. --rejected FILE has all of them.\n` : '';
  return (
    tableText(['Column', 'Becomes'], targets, columns) +
    counts +
    (reasons.length > 0 ? tableText(['Line', 'Reason'], reasons, columns) : '') +
    more
  );
}

function problemText({ reason, columnName, value, line, expected = 0, found = 0 }: CheckedLine['problems'][number]): string {
  const text = t(`imports.reason.${reason}`, { value, line, expected, found });
  return columnName === null ? text : t('imports.reason.column', { column: columnName, reason: text });
}

function faultError(fault: ImportFault | null): TerminalError {
  if (fault === null) return new TerminalError('The file can’t be imported.');
  const text = t(`imports.fault.${fault.reason}`, { column: fault.column });
  return new TerminalError(`${fault.line === null ? text : t('imports.fault.line', { line: fault.line, text })}.`);
}
