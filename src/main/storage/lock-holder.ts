/**
 * Which process has made the mark of a lock. The mark's name says so, because its content is a draft (ADR 19). Known only on Linux, where a
 * process has a start time that can be read: the number of a process alone may belong to another one by now.
 */
import { createHash, randomUUID } from 'node:crypto';
import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

export type HolderState = 'running' | 'ended' | 'unknown';

/** Facts about processes, read from the system. */
export interface ProcessSource {
  readonly pid: number;
  /** The system's folder of processes; null where it has none. */
  readonly folder: string | null;
  readonly host: string;
  /** Sends a signal; 0 only checks whether the process exists. Throws the system's error. */
  readonly signal: (pid: number, signal: 0) => unknown;
}

export interface LockHolders {
  /** Returns a new name of a mark, which names this process where that is possible. */
  newMark(): Promise<string>;
  /** Whether the process that a mark names is running. `unknown` for another machine or container, an earlier start of the machine, and other names. */
  stateOf(mark: string): Promise<HolderState>;
}

/** Those of this machine. */
export const systemProcesses: ProcessSource = {
  pid: process.pid,
  folder: process.platform === 'linux' ? '/proc' : null,
  host: hostname(),
  signal: (pid, signal) => process.kill(pid, signal),
};

const namedMark = /^[0-9a-f-]{36}\.([0-9a-f]{16})\.(\d{1,10})\.(\d{1,20})$/;

/** Creates the access to the processes of locks. */
export function createLockHolders(source: ProcessSource = systemProcesses): LockHolders {
  let known: Promise<readonly [scope: string | null, own: ListedProcess | null]> | null = null;
  const read = () => {
    known ??= Promise.all([scopeOf(source), readProcess(source, source.pid)]);
    return known;
  };
  return {
    async newMark() {
      const [scope, own] = await read();
      const id = randomUUID();
      return scope === null || own === null ? id : `${id}.${scope}.${source.pid}.${own.start}`;
    },
    async stateOf(mark) {
      const [, scope, pid, start] = namedMark.exec(mark) ?? [];
      if (scope === undefined || scope !== (await read())[0]) return 'unknown';
      if (!exists(source, Number(pid))) return 'ended';
      const found = await readProcess(source, Number(pid));
      // The process of another user may exist without being listed.
      if (found === null) return 'unknown';
      return found.start === start && !found.isDead ? 'running' : 'ended';
    },
  };
}

/**
 * Identifies where numbers and start times of processes mean the same: one start of one machine, and one container of it. Null if that can't be
 * determined.
 */
async function scopeOf({ folder, host }: ProcessSource): Promise<string | null> {
  if (folder === null) return null;
  try {
    const boot = (await readFile(join(folder, 'sys/kernel/random/boot_id'), 'utf8')).trim();
    const processes = await readlink(join(folder, 'self/ns/pid'));
    // Older kernels have one time for all containers.
    const time = await readlink(join(folder, 'self/ns/time')).catch(() => '');
    if (boot === '') return null;
    return createHash('sha256')
      .update(JSON.stringify([host, boot, processes, time]))
      .digest('hex')
      .slice(0, 16);
  } catch {
    return null;
  }
}

function exists({ signal }: ProcessSource, pid: number): boolean {
  try {
    signal(pid, 0);
    return true;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

interface ListedProcess {
  /** In ticks of the machine. */
  readonly start: string;
  /** Whether it only waits to be removed from the list. */
  readonly isDead: boolean;
}

/** Reads a process; null if it isn't listed. */
async function readProcess({ folder }: ProcessSource, pid: number): Promise<ListedProcess | null> {
  if (folder === null) return null;
  const text = await readFile(join(folder, `${pid}/stat`), 'utf8').catch(() => '');
  // The name of the program, in parentheses, may contain both.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state, start] = [fields[0], fields[19]];
  return text.includes(')') && state && start && /^\d+$/.test(start) ? { start, isDead: /[ZXx]/.test(state) } : null;
}
