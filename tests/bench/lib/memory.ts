/** Memory of other processes, as Linux counts it. */
import { readFileSync, writeFileSync } from 'node:fs';

/** Bytes of memory that a process has now. */
export const residentMemory = (pid: number): number => memoryOf(pid, 'VmRSS');

/** The most bytes that a process had since the peak was reset. */
export const peakMemory = (pid: number): number => memoryOf(pid, 'VmHWM');

/** Forgets the peak so far (proc(5), `clear_refs`). */
export function resetPeakMemory(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

function memoryOf(pid: number, name: string): number {
  const [, kilobytes] = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}
