/** What other processes take of a processor, as Linux counts it. */
import { readdirSync, readFileSync } from 'node:fs';

/** Whether the system tells what is asked here. */
export const canMeasureProcesses = process.platform === 'linux';

/** A tick of the processor's clock, in which Linux counts. */
const tickMillis = 10;

/** Milliseconds that all threads of a process had a processor so far. */
export function processorMillis(pid: number): number {
  const fields = fieldsOf(pid);
  return (Number(fields[11]) + Number(fields[12])) * tickMillis;
}

/** The processes that a process started and that still run. */
export function childrenOf(pid: number): number[] {
  const running = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return running.map(Number).filter((other) => parentOf(other) === pid);
}

function parentOf(pid: number): number | null {
  try {
    return Number(fieldsOf(pid)[1]);
  } catch {
    // It ended in the meantime.
    return null;
  }
}

/** Those after the program's name, which may have spaces: state, parent and so on. */
function fieldsOf(pid: number): string[] {
  return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
}
