/** Keeps a benchmark and all it starts on one core, for calls so short that waking another core is most of what they take. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Pins this process, and so what it starts from now on. Answers false where the system has no way to: figures of short
 * calls then say more about which cores the system chose than about the programs.
 */
export function stayOnOneCore(): boolean {
  if (process.platform !== 'linux') return false;
  try {
    const core = /^Cpus_allowed_list:\s*(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
    if (core === undefined) return false;
    execFileSync('taskset', ['-a', '-c', '-p', core, String(process.pid)], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
