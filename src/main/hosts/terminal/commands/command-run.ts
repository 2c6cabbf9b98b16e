/** What a command gets, and what it returns. */
import type { ExitCode } from '../exit-code';
import type { Opened } from '../open-app';
import type { LineOptions } from '../parse-line';
import type { Terminal } from '../terminal';

export interface CommandRun {
  readonly opened: Opened;
  readonly args: readonly string[];
  readonly options: LineOptions;
  readonly terminal: Terminal;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Runs a command. Throws an `AppError` or a `TerminalError`. */
export type RunCommand = (run: CommandRun) => Promise<ExitCode>;
