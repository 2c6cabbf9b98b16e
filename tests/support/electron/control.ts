/** How a test reaches into the process of the program: it sends functions, which run beside the stand-in. */

export interface Question {
  readonly id: number;
  readonly code: string;
  readonly input: unknown;
}

export interface Answer {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
}

/** Answers the functions that a test sends over the process's own channel. */
export function listenToTest(standIn: object): void {
  process.on('message', (question: Question) => void answer(standIn, question));
}

// Under another name, so that what it runs sees nothing of this file.
// biome-ignore lint/security/noGlobalEval: functions come from the test that started this process
const evaluateGlobally = eval;

async function answer(standIn: object, { id, code, input }: Question): Promise<void> {
  try {
    const run = evaluateGlobally(`(${code})`) as (standIn: object, input: unknown) => unknown;
    send({ id, value: await run(standIn, input) });
  } catch (thrown) {
    send({ id, error: thrown instanceof Error ? thrown.message : String(thrown) });
  }
}

function send(message: Answer): void {
  process.send?.(message);
}
