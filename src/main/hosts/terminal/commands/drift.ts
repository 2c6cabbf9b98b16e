/** Files that connections follow, and how their projects differ from them. */
import { type DriftState, type FileProblem, remedyOf } from '#contract/bridge/drift.ts';
import { AppError } from '#contract/errors.ts';
import { createTranslator } from '#messages/translator.ts';
import { type ExitCode, exitCodes, TerminalError } from '../exit-code';
import { failureText } from '../failure-text';
import { assertKept } from '../open-app';
import { safeJson, safeLine } from '../plain-output';
import type { CommandRun, RunCommand } from './command-run';
import { faultLines, nameLines } from './configuration-text';

const { t } = createTranslator('en');

/** Has a connection follow a file, or stops that. */
export const followConfiguration: RunCommand = async ({ opened, args, options, terminal }) => {
  const [path] = args;
  if ((path === undefined) !== options.has('none')) throw new TerminalError('Name either a file or --none.', exitCodes.usage);
  assertKept(opened);
  const { id: connectionId, name } = await opened.connection();
  if (path === undefined) await opened.api.drift.stopFollowing({ connectionId });
  else {
    // The path is the one of the line, and whether it is a folder is looked up.
    const followed = await opened.api.drift.followFile({ connectionId, kind: 'file' });
    if (followed.state === 'unread') throw new TerminalError(problemLines(followed.problem).join('\n'));
  }
  if (options.has('json')) await terminal.print(`${safeJson({ connection: name, follows: path ?? null })}\n`);
  else terminal.say(path === undefined ? `“${name}” follows no file.` : `“${name}” follows “${path}”.`);
  return exitCodes.done;
};

type Looked = { readonly connection: string; readonly id: string } & (DriftState | { readonly state: 'failed'; readonly error: string });

/** Looks at one connection, or at all that follow a file or had something applied. */
export const showDrift: RunCommand = async (run) => {
  const { opened, options, terminal } = run;
  const isOne = options.has('connection') || opened.isTemporary;
  const connections = isOne ? [await opened.connection()] : opened.app.connections();
  const results: Looked[] = [];
  for (const connection of connections) {
    terminal.progress(`Looking at ${connection.name}…`);
    results.push({ connection: connection.name, id: connection.id, ...(await lookAt(run, connection.id)) });
  }
  const shown = results.filter(({ state }) => state !== 'none');
  if (options.has('json')) await terminal.print(`${safeJson({ results: shown })}\n`);
  else for (const looked of shown) await terminal.print(`${lookedLines(looked).join('\n')}\n`);
  if (shown.length === 0)
    throw new TerminalError('Nothing to compare with: no file is followed, and nothing was applied. Use “config follow”.');
  return codeOf(shown);
};

/** What couldn't be looked at may differ, which no result of another one says. */
function codeOf(results: readonly Looked[]): ExitCode {
  if (results.some(({ state }) => state !== 'compared')) return exitCodes.failed;
  return results.some((looked) => looked.state === 'compared' && looked.count > 0) ? exitCodes.differences : exitCodes.done;
}

async function lookAt(
  { opened }: CommandRun,
  connectionId: string,
): Promise<DriftState | { readonly state: 'failed'; readonly error: string }> {
  try {
    return await opened.api.drift.look({ connectionId });
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    return { state: 'failed', error: failureText(thrown.report) };
  }
}

function lookedLines(looked: Looked): readonly string[] {
  const lines = linesOf(looked).map((line) => `  ${safeLine(line)}`);
  return [safeLine(looked.connection), ...lines];
}

function linesOf(looked: Looked): readonly string[] {
  if (looked.state === 'none') return [];
  if (looked.state === 'failed') return [looked.error];
  if (looked.state === 'names') return nameLines(looked.problems).map((line) => line.trim());
  if (looked.state === 'unread') return problemLines(looked.problem).map((line) => line.trim());
  const { file, count, sections, changed, production, names, unknown } = looked;
  const title =
    file === null ? t('drift.applied', { count }) : count === 0 ? t('drift.same', { file }) : t('drift.differs', { count, file });
  return [
    title,
    ...(production === null ? [] : [t(production.present ? 'drift.production.on' : 'drift.production.off')]),
    ...(names === null ? [] : [t('drift.names', names)]),
    ...sections.map((each) => `${each.section}: ${each.count}`),
    ...(changed === null || file === null || count === 0 ? [] : [t('drift.changed', changed)]),
    ...(unknown === 0 ? [] : [t('drift.unknown', { count: unknown })]),
  ];
}

/** Returns what keeps a file from being read, and what to do about it. Never quotes a value of the file. */
function problemLines({ reason, name, code = '', faults = [] }: FileProblem): readonly string[] {
  const title =
    reason === 'faults' ? t('compare.faults', { count: faults.length, file: name }) : t(`drift.problem.${reason}`, { name, code });
  return [`${title}. ${t(`drift.next.${remedyOf(reason)}`)}`, ...faultLines(faults)];
}
