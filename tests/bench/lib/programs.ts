/** Programs of the build, started as a person starts them, and ended with the benchmark. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** The checkout: benchmarks run in its folder. */
export const root = process.cwd();

export interface Program {
  /** Its first line of output. */
  readonly line: string;
  /** Milliseconds from the start to that line. */
  readonly startMillis: number;
  /** Milliseconds of it that the program had a processor; null where the system does not say. */
  readonly startCpuMillis: number | null;
  readonly process: ChildProcess;
  stop(): Promise<void>;
}

const running = new Set<ChildProcess>();
process.once('exit', () => running.forEach((child) => void child.kill()));

/** Starts a JavaScript file of the build and resolves at its first line. Fails with what it said when it ends before. */
export async function startProgram(file: string, ...args: string[]): Promise<Program> {
  const begun = performance.now();
  const child = spawn(process.execPath, [join(root, file), ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  let complaints = '';
  child.stderr.on('data', (part) => {
    complaints += part;
  });
  const ended = once(child, 'exit').then(() => void running.delete(child));
  const first = once(createInterface({ input: child.stdout }), 'line').then(([line]) => String(line));
  const line = await Promise.race([first, ended.then(() => Promise.reject(new Error(`${file} ended: ${complaints}`)))]);
  return {
    line,
    startMillis: performance.now() - begun,
    startCpuMillis: cpuMillis(child.pid),
    process: child,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** On Linux, where a tick of the processor's clock is 10 ms. */
function cpuMillis(pid: number | undefined): number | null {
  if (process.platform !== 'linux' || pid === undefined) return null;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
