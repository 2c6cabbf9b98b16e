/** The terminal that a command reads from and writes to. */
import { Writable } from 'node:stream';
import { styleText } from 'node:util';
import type { CommandProcess } from './command-process';
import { TerminalError } from './exit-code';
import { safeLines } from './plain-output';

export interface Terminal {
  /** Whether the user can be asked. Never so in a pipe. */
  readonly isInteractive: boolean;
  /** Whether results go to a terminal, and not to a file or a program. */
  readonly isShown: boolean;
  /** Width of what results are shown in; null in a pipe. */
  readonly columns: number | null;
  /** What a program or a file is piped into. */
  readonly input: AsyncIterable<string | Uint8Array>;
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

/** Returns the terminal of a process. */
export function processTerminal(own: CommandProcess, env: Env): Terminal {
  const { stdin, stdout, stderr } = own;
  let hasProgress = false;
  const clear = () => {
    if (hasProgress) stderr.write('\r\x1b[K');
    hasProgress = false;
  };
  let hasReader = true;
  // What `print` gets, too. Where messages can't be written, nothing can be said.
  for (const stream of [stdout, stderr]) stream.on('error', () => undefined);
  const hasStyles = stdout.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
  return {
    isInteractive: stdin.isTTY === true && stderr.isTTY === true,
    isShown: stdout.isTTY === true,
    columns: stdout.isTTY ? stdout.columns || 80 : null,
    input: stdin,
    print(text) {
      clear();
      if (!hasReader) return Promise.resolve();
      return new Promise((resolve, reject) =>
        stdout.write(text, (cause?: NodeJS.ErrnoException | null) => {
          // A reader such as `head` may leave before the end. The command ends as it does with one.
          if (cause?.code === 'EPIPE') hasReader = false;
          if (cause && hasReader) reject(new TerminalError(`Couldn’t write to standard output (${cause.code}).`));
          else resolve();
        }),
      );
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
    ask(question, isSecret = false) {
      clear();
      return askLine(own, safeLines(question), isSecret);
    },
  };
}

/** Ctrl+C ends the program, as it does without a question. What reads lines is loaded here, because help and most commands ask nothing. */
async function askLine({ stdin, stderr, interrupt }: CommandProcess, question: string, isSecret: boolean): Promise<string | null> {
  const { createInterface } = await import('node:readline');
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  // Before the question, because the terminal shows what is entered until then.
  const lines = createInterface({ input: stdin, output: isSecret ? hidden : stderr, terminal: true, historySize: 0 });
  if (isSecret) stderr.write(question);
  else {
    lines.setPrompt(question);
    lines.prompt();
  }
  return new Promise((resolve) => {
    let line: string | null = null;
    let isInterrupted = false;
    lines.once('line', (entered) => {
      line = entered;
      lines.close();
    });
    lines.once('SIGINT', () => {
      isInterrupted = true;
      lines.close();
      interrupt();
    });
    lines.once('close', () => {
      if (isSecret || line === null) stderr.write('\n');
      if (!isInterrupted) resolve(line);
    });
  });
}
