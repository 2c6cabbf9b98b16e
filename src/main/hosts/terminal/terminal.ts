/** The terminal that a command reads from and writes to. */
import { styleText } from 'node:util';
import { safeLines } from './plain-output';

export interface Terminal {
  /** Whether the user can be asked. Never so in a pipe. */
  readonly isInteractive: boolean;
  /** Whether results go to a terminal, and not to a file or a program. */
  readonly isShown: boolean;
  /** Width of what results are shown in; null in a pipe. */
  readonly columns: number | null;
  /** Prints results. Resolves when the reader has taken them. */
  print(text: string): Promise<void>;
  /** Reports to the user, beside the results. */
  say(text: string): void;
  /** Shows what is going on in one line, which the next one replaces. Shows nothing in a pipe. */
  progress(text: string): void;
  /** Returns a text in a style, or as it is where styles aren't shown. */
  style(style: 'bold' | 'red' | 'green' | 'yellow', text: string): string;
  /** Asks the user for a line. What is entered isn't shown if `isSecret`. Resolves to null if the input ends. */
  ask(question: string, isSecret?: boolean): Promise<string | null>;
}

type Env = Readonly<Record<string, string | undefined>>;

/** Returns the terminal of this process. */
export function processTerminal(env: Env): Terminal {
  const { stdin, stdout, stderr } = process;
  let hasProgress = false;
  const clear = () => {
    if (hasProgress) stderr.write('\r\x1b[K');
    hasProgress = false;
  };
  // A reader such as `head` may leave before the end.
  stdout.on('error', (cause: NodeJS.ErrnoException) => {
    if (cause.code === 'EPIPE') process.exit(0);
    throw cause;
  });
  const hasStyles = stdout.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
  return {
    isInteractive: stdin.isTTY === true && stderr.isTTY === true,
    isShown: stdout.isTTY === true,
    columns: stdout.isTTY ? stdout.columns || 80 : null,
    print(text) {
      clear();
      return new Promise((resolve) => stdout.write(text, () => resolve()));
    },
    say(text) {
      clear();
      stderr.write(`${safeLines(text)}\n`);
    },
    progress(text) {
      if (!stderr.isTTY) return;
      stderr.write(`\r\x1b[K${safeLines(text)}`);
      hasProgress = true;
    },
    style: (style, text) => (hasStyles ? styleText(style, text) : text),
    async ask(question, isSecret = false) {
      clear();
      // Loaded only then, because commands that ask nothing start quicker without it.
      const { askLine } = await import('./ask-line');
      return askLine(safeLines(question), isSecret);
    },
  };
}
