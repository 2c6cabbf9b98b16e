/** What the system knows of a process. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/**
 * @typedef {object} ProcessEntry
 * @property {number} parent
 * @property {number | null} group Null where the system has no groups of processes.
 * @property {string} name
 */

const run = promisify(execFile);

/** @type {Partial<Record<NodeJS.Platform, (pid: number) => Promise<ProcessEntry | null>>>} */
const readers = {
  linux: async (pid) => parseStat(await readFile(`/proc/${pid}/stat`, 'utf8')),
  win32: async (pid) => {
    const query = `Get-CimInstance Win32_Process -Filter "ProcessId=${pid}" | Select-Object ParentProcessId,Name | ConvertTo-Json`;
    return parseCim((await run('powershell', ['-NoProfile', '-NonInteractive', '-Command', query])).stdout);
  },
};

/** @param {number} pid */
async function readByPs(pid) {
  return parsePs((await run('ps', ['-o', 'ppid=,pgid=,comm=', '-p', String(pid)])).stdout);
}

/**
 * Returns what the system knows of a process, or null where it knows nothing or doesn't say.
 * @param {number} pid
 * @returns {Promise<ProcessEntry | null>}
 */
export async function readProcess(pid) {
  try {
    return await (readers[process.platform] ?? readByPs)(pid);
  } catch {
    return null;
  }
}

/**
 * Parses /proc/PID/stat, whose second field is a name that may contain anything (proc(5)).
 * @param {string} text
 * @returns {ProcessEntry | null}
 */
export function parseStat(text) {
  const [, name, parent, group] = /^\d+ \((.*)\) \S (\d+) (\d+) /s.exec(text) ?? [];
  return name === undefined ? null : { parent: Number(parent), group: Number(group), name };
}

/** @param {string} text @returns {ProcessEntry | null} */
export function parsePs(text) {
  const [, parent, group, name] = /^\s*(\d+)\s+(\d+)\s+(\S.*?)\s*$/.exec(text) ?? [];
  return name === undefined ? null : { parent: Number(parent), group: Number(group), name };
}

/** @param {string} text @returns {ProcessEntry | null} */
export function parseCim(text) {
  const { ParentProcessId: parent, Name: name } = JSON.parse(text);
  return typeof parent === 'number' && typeof name === 'string' ? { parent, group: null, name } : null;
}
