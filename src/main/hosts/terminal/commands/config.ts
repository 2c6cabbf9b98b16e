/** The configuration of projects: exported, compared, and applied. */
import type { ShownApplied, ShownPlan, ShownRow, Side } from '#contract/bridge/configuration.ts';
import { type Section, sections } from '#contract/configuration/entries.ts';
import { nearestOf } from '#contract/text/nearest-name.ts';
import { type ExitCode, exitCodes, TerminalError } from '../exit-code';
import { failureText } from '../failure-text';
import { safeJson, safeLines } from '../plain-output';
import type { Terminal } from '../terminal';
import type { CommandRun, RunCommand } from './command-run';
import { isFolder, readFolder, writeFolder } from './configuration-folder';
import { baseText, differenceText, faultLines, nameLines, planText, refusalLines, unreadError } from './configuration-text';
import { readText } from './input-text';
import { writeText } from './output-text';

/** Prints the configuration of a project, or writes it to a file or a folder. */
export const exportConfiguration: RunCommand = async ({ opened, options, terminal }) => {
  const output = options.text('output');
  const into = options.has('update') ? await textToUpdate(output, terminal) : undefined;
  const { id } = await opened.connection();
  const asked = { connectionId: id, hasAllViews: options.has('all-views') };
  const exported = await opened.api.configuration.export(into === undefined ? asked : { ...asked, into });
  if (exported.state !== 'exported') {
    const lines = exported.state === 'faults' ? faultLines(exported.faults) : nameLines(exported.problems);
    const isOfFile = into !== undefined && exported.state === 'faults';
    throw new TerminalError([isOfFile ? `“${output}” can’t be updated.` : 'This project can’t be written to a file.', ...lines].join('\n'));
  }
  if (output === undefined) {
    const shown = terminal.isShown ? safeLines(exported.text) : exported.text;
    await terminal.print(options.has('json') ? `${safeJson({ text: exported.text })}\n` : shown);
  } else if (await isFolder(output)) await writeFolder(output, exported.text, options.has('force'));
  else await writeText(output, exported.text);
  return exitCodes.done;
};

async function textToUpdate(output: string | undefined, { input }: Pick<Terminal, 'input'>): Promise<string> {
  if (output === undefined) throw new TerminalError('--update takes the file or folder of --output.', exitCodes.usage);
  return (await isFolder(output)) ? readFolder(output) : readText(output, input);
}

/** Compares a source with the project of the connection. */
export const diffConfiguration: RunCommand = async (run) => {
  const { options, terminal } = run;
  const wanted = wantedEntries(options.texts('only'));
  const { rows: all, baseMillis } = await compared(run);
  const rows = onlyWanted(all, wanted).filter(({ kind }) => kind !== 'same');
  const base = baseMillis === null ? null : new Date(baseMillis).toISOString();
  if (options.has('json')) await terminal.print(`${safeJson({ base, differences: rows })}\n`);
  else if (rows.length > 0) await terminal.print(differenceText(rows, terminal) + baseText(base));
  else terminal.say('No differences.');
  return rows.length === 0 ? exitCodes.done : exitCodes.differences;
};

async function compared(run: CommandRun) {
  const [source, { id: connectionId }] = [await readSource(run), await run.opened.connection()];
  run.terminal.progress('Reading both sides…');
  const comparison = await run.opened.api.configuration.compare({ source, target: { kind: 'project', connectionId } });
  if (comparison.state !== 'compared') throw unreadError(comparison);
  return { source, connectionId, baseMillis: comparison.baseMillis, rows: comparison.sections.flatMap(({ rows }) => rows) };
}

function onlyWanted(rows: readonly ShownRow[], wanted: readonly Wanted[]): readonly ShownRow[] {
  if (wanted.length === 0) return rows;
  return rows.filter((row) => wanted.some(({ section, key }) => section === row.section && (key === undefined || key === row.key)));
}

/** Returns the rows to apply: those that are ticked at first, or that are named. What would be deleted takes `--prune`, too. */
export function chosenRows(rows: readonly ShownRow[], wanted: readonly Wanted[], prunes: boolean): readonly ShownRow[] {
  return onlyWanted(rows, wanted).filter(({ kind, barrier, isTicked, isGuarded }) => {
    if (kind === 'same' || barrier !== null) return false;
    if (kind === 'removed') return prunes && (!isGuarded || wanted.length > 0);
    return isTicked || wanted.length > 0;
  });
}

/** Applies a source to the project of the connection, or shows what would be done. */
export const applyConfiguration: RunCommand = async (run) => {
  const { opened, options, terminal } = run;
  const { source, connectionId, rows } = await compared(run);
  const chosen = chosenRows(rows, wantedEntries(options.texts('only')), options.has('prune'));
  if (chosen.length === 0) {
    if (options.has('json')) await terminal.print(`${safeJson({ steps: [], done: 0, stop: null })}\n`);
    terminal.say('Nothing to apply.');
    return exitCodes.done;
  }
  const choice = { source, connectionId, rows: chosen.map(({ section, key }) => ({ section, key })) };
  const plan = await opened.api.configuration.plan(choice);
  if (plan.refusals.length > 0) throw new TerminalError(['These changes can’t be applied together.', ...refusalLines(plan)].join('\n'));
  if (options.has('dry-run')) {
    await terminal.print(options.has('json') ? `${safeJson({ steps: plan.steps, asks: plan.asks })}\n` : planText(plan));
    return exitCodes.done;
  }
  const secrets = await secretsOf(plan, run);
  terminal.progress(`Applying ${plan.steps.length} ${plan.steps.length === 1 ? 'request' : 'requests'}…`);
  const applied = await opened.api.configuration.apply({ ...choice, id: plan.id, fingerprint: plan.fingerprint, secrets });
  return reportApplied(applied, plan, run);
};

/** Resolves to the secrets of a plan, from the environment or from the user. Throws a `TerminalError` that names those that are missing. */
async function secretsOf({ asks }: ShownPlan, { env, terminal }: CommandRun): Promise<Readonly<Record<string, string>>> {
  const secrets = new Map<string, string>();
  for (const { name } of asks) {
    const value = env[name] || (terminal.isInteractive ? await terminal.ask(`\${${name}}: `, true) : null);
    if (value) secrets.set(name, value);
  }
  const missing = asks.filter(({ name }) => !secrets.has(name)).map(({ name }) => name);
  if (missing.length > 0) throw new TerminalError(`These variables aren’t set, or are empty: ${missing.join(', ')}. Nothing was changed.`);
  return Object.fromEntries(secrets);
}

async function reportApplied({ done, of, stop }: ShownApplied, plan: ShownPlan, { options, terminal }: CommandRun): Promise<ExitCode> {
  if (options.has('json')) await terminal.print(`${safeJson({ steps: plan.steps, done, stop })}\n`);
  else await terminal.print(planText({ ...plan, asks: [] }, done));
  terminal.say(`${done} of ${of} requests done.`);
  if (stop === null) return exitCodes.done;
  if (stop.reason === 'conflict')
    terminal.say(`Changed in the meantime, and not applied: ${stop.rows.map(({ section, key }) => `${section}/${key}`).join(', ')}.`);
  if (stop.reason === 'names') terminal.say(nameLines(stop.problems).join('\n'));
  if (stop.reason === 'failed') terminal.say(failureText(stop.error));
  terminal.say('Run the same command again to continue from there.');
  return exitCodes.failed;
}

/** Resolves to the source that a line names. Throws a `TerminalError` for a file that can't be read. */
async function readSource({ args, options, opened, terminal }: CommandRun): Promise<Side> {
  const [file] = args;
  const from = options.text('from');
  if ((file === undefined) === (from === undefined)) throw new TerminalError('Name either a file or --from.', exitCodes.usage);
  if (from !== undefined) return { kind: 'project', connectionId: (await opened.connection(from)).id };
  const path = file ?? '';
  return { kind: 'file', text: path !== '-' && (await isFolder(path)) ? await readFolder(path) : await readText(path, terminal.input) };
}

interface Wanted {
  readonly section: Section;
  /** Undefined for the whole section. */
  readonly key: string | undefined;
}

/** Returns the sections and entries that `--only` names. Throws a `TerminalError` with the nearest name for an unknown section. */
export function wantedEntries(texts: readonly string[]): readonly Wanted[] {
  return texts.map((text) => {
    const slash = text.indexOf('/');
    const name = slash === -1 ? text : text.slice(0, slash);
    const section = sections.find((known) => known === name);
    if (section !== undefined) return { section, key: slash === -1 ? undefined : text.slice(slash + 1) };
    const nearest = nearestOf(name, sections);
    const hint = nearest === undefined ? ` There are ${sections.join(', ')}.` : ` Did you mean “${nearest}”?`;
    throw new TerminalError(`There is no section “${name}”.${hint}`, exitCodes.usage);
  });
}
