/** Questions at the terminal of this process. */
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** Asks for a line, and resolves to null if the input ends. What is entered isn't shown if `isSecret`. Ctrl+C ends the program, as it does without a question. */
export function askLine(question: string, isSecret: boolean): Promise<string | null> {
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  // Before the question, because the terminal shows what is entered until then.
  const lines = createInterface({ input: process.stdin, output: isSecret ? hidden : process.stderr, terminal: true, historySize: 0 });
  if (isSecret) process.stderr.write(question);
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
      process.kill(process.pid, 'SIGINT');
    });
    lines.once('close', () => {
      if (isSecret || line === null) process.stderr.write('\n');
      if (!isInterrupted) resolve(line);
    });
  });
}
