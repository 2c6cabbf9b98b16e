/** Runs functions that a test sends to the program's process. */

interface Question {
  readonly id: number;
  readonly code: string;
  readonly input: unknown;
}

export interface Answer {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
}

/** Runs the functions that a test sends over the process's own channel, and sends back the results. */
export function listenToTest(standIn: object): void {
  process.on('message', (question: Question) => void answer(standIn, question));
}

// Called by another name, so that the code runs in global scope and has no access to this file.
// biome-ignore lint/security/noGlobalEval: the code comes from the test that started this process
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
