/** Faults of the main process that nothing handled: logged, and followed by an orderly end. */

import { execFile } from 'node:child_process';
import { withoutPrivateParts } from '#contract/support/problem-report.ts';
import type { Clock } from '../ports/ports';
import type { Log } from './log';
import { withinLimit } from './pending';
import { hideHome } from './system-facts';

/** What is known about a fault, without private parts. */
export interface Fault {
  readonly kind: 'exception' | 'rejection';
  /** The error with its stack, for the user to copy. */
  readonly details: string;
}

export interface FaultGuardDeps {
  readonly log: Log['write'];
  /** Resolves when everything that was being written is on disk. */
  readonly settled: () => Promise<unknown>;
  /** Tells the user and ends the process. Resolves if the process goes on after all. */
  readonly end: (fault: Fault) => Promise<void>;
  readonly clock: Pick<Clock, 'after'>;
}

/** Maximum milliseconds for which writes are waited for: after a fault, they may never end. */
const settleLimitMillis = 5_000;
/** Maximum number of faults that are logged: one in a timer would fill the log. */
const maxLogged = 20;

/** Creates the handler of faults. The first one ends the process; those until it has ended are only logged. */
export function createFaultGuard({ log, settled, end, clock }: FaultGuardDeps): (kind: Fault['kind'], thrown: unknown) => void {
  let count = 0;
  let isEnding = false;
  return (kind, thrown) => {
    count += 1;
    if (count <= maxLogged) log('error', 'main-failed', { type: kind, ...codesOf(thrown) });
    if (isEnding) return;
    isEnding = true;
    const fault = { kind, details: detailsOf(thrown) };
    void withinLimit(Promise.resolve().then(settled), settleLimitMillis, clock)
      .then(() => end(fault))
      .then(() => {
        isEnding = false;
      });
  };
}

/** Calls the handler for every fault of this process, instead of Node.js and Electron, which would end or continue without a word. */
export function guardProcess(handle: (kind: Fault['kind'], thrown: unknown) => void): void {
  process.on('uncaughtException', (thrown) => handle('exception', thrown));
  process.on('unhandledRejection', (thrown) => handle('rejection', thrown));
}

/** Returns what the log may contain: never the message, which may quote input. */
function codesOf(thrown: unknown): { error: string; code?: string; at?: string } {
  if (!(thrown instanceof Error)) return { error: typeof thrown };
  const { code } = thrown as NodeJS.ErrnoException;
  const at = /(?<![\w.-])([\w.-]+:\d+:\d+)\)?$/m.exec(thrown.stack ?? '')?.[1];
  const isCode = typeof code === 'string' && /^[\w-]{1,60}$/.test(code);
  return { error: /^\w{1,60}$/.test(thrown.name) ? thrown.name : 'Error', ...(isCode ? { code } : {}), ...(at ? { at } : {}) };
}

/** Returns the error and where it was thrown: files by their names only. */
function detailsOf(thrown: unknown): string {
  const whole = thrown instanceof Error ? (thrown.stack ?? `${thrown.name}: ${thrown.message}`) : String(thrown);
  // More than is kept, because names are replaced by shorter ones, and little enough to look through.
  const text = whole.slice(0, 20_000);
  const named = hideHome(text).replace(
    /(?:file:\/\/)?(?:\b[A-Z]:[\\/][^()\n]{0,1000}[\\/]|[\\/](?:[^\s()]{0,1000}[\\/])?)([\w.-]+:\d+:\d+)/gi,
    '$1',
  );
  return withoutPrivateParts(named).slice(0, 4_000);
}

/**
 * Turns core dumps off for this process and those that it starts later. Resolves to whether that worked. Only Linux writes core dumps by
 * default, and only there another program can set the limit of a running process.
 */
export function turnOffCoreDumps(platform: NodeJS.Platform, pid: number): Promise<boolean> {
  if (platform !== 'linux') return Promise.resolve(false);
  // One byte is too little for a dump, and the only limit at which Linux doesn't start a program that collects dumps either (core(5)).
  return new Promise((resolve) => {
    execFile('prlimit', ['--core=1:1', '--pid', String(pid)], { timeout: 2_000 }, (failure) => resolve(failure === null));
  });
}

/** Counting of crashes, to stop what would crash again and again. */

/** Counts a crash. Returns the number of crashes within the period, this one included. */
type CrashCounter = () => number;

/** Creates a counter. `monotonic` returns milliseconds of a clock that never goes back. */
export function createCrashCounter(periodMillis: number, monotonic: () => number): CrashCounter {
  let crashes: readonly number[] = [];
  return () => {
    const now = monotonic();
    crashes = [...crashes.filter((crash) => now - crash < periodMillis), now];
    return crashes.length;
  };
}
