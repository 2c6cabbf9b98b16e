/** Runs one command line. Help needs nothing of the app, which is loaded for the other commands only. */
import type { CommandProcess } from './command-process';
import { completionText, type Shell, shells } from './completion-text';
import { type ExitCode, exitCodes, TerminalError } from './exit-code';
import { helpText, type ProgramName } from './help-text';
import type { ProgramParts } from './open-app';
import { type AppLine, parseLine } from './parse-line';
import { safeJson } from './plain-output';
import { processTerminal, type Terminal } from './terminal';

export interface LineDeps {
  readonly program: ProgramName;
  readonly version: string;
  readonly process: CommandProcess;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Loads what the program consists of. */
  readonly parts: () => Promise<ProgramParts>;
}

/** Runs a line, and resolves to the exit code. Never rejects. */
export async function runLine(args: readonly string[], deps: LineDeps): Promise<ExitCode> {
  const terminal = processTerminal(deps.process, deps.env);
  const isJson = args.includes('--json');
  try {
    const line = parseLine(args);
    if (line.kind === 'help') await terminal.print(helpText(deps.program, line.topic));
    else if (line.kind === 'version') await terminal.print(`${deps.version}\n`);
    else if (line.name === 'completion') await terminal.print(completionText(shellOf(line.args[0])));
    else if (line.name === 'config schema') await terminal.print(await schemaText());
    else return await runCommand({ ...line, name: line.name }, terminal, deps);
    return exitCodes.done;
  } catch (thrown) {
    return report(thrown, terminal, isJson, deps.program);
  }
}

function shellOf(name: string | undefined): Shell {
  const shell = shells.find((known) => known === name);
  if (shell === undefined) throw new TerminalError(`“completion” takes ${shells.join('|')}.`, exitCodes.usage);
  return shell;
}

async function schemaText(): Promise<string> {
  const { configurationSchema } = await import('#contract/configuration/json-schema.ts');
  return `${JSON.stringify(configurationSchema(), null, 2)}\n`;
}

async function runCommand(line: AppLine, terminal: Terminal, deps: LineDeps): Promise<ExitCode> {
  const { runOpened } = await import('./run-opened');
  return runOpened(line, { terminal, env: deps.env, parts: await deps.parts() }, deps.process);
}

async function report(thrown: unknown, terminal: Terminal, isJson: boolean, program: ProgramName): Promise<ExitCode> {
  if (thrown instanceof TerminalError) {
    terminal.say(isJson ? safeJson({ error: { code: thrown.code, text: thrown.message } }) : thrown.message);
    if (thrown.exitCode === exitCodes.usage && !isJson) terminal.say(`Help: ${program} --help`);
    return thrown.exitCode;
  }
  const [{ failureText }, { toReport }] = await Promise.all([import('./failure-text'), import('#contract/errors.ts')]);
  const known = toReport(thrown);
  terminal.say(isJson ? safeJson({ error: { ...known, text: failureText(known) } }) : failureText(known));
  return exitCodes.failed;
}
