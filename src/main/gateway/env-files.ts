/** Saves secrets to environment files that the user chooses in a dialog of the host. Windows never pass a path. */

import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname } from 'node:path';
import type { EnvFile, EnvFileOutcome, EnvFileRequest } from '#contract/bridge/secrets.ts';
import { envLine, envValue } from '#contract/env-line.ts';
import { AppError, fail } from '#contract/errors.ts';
import type { Caller } from '../ports/caller';
import type { Ports } from '../ports/ports';
import { displayPath, replacePrivateFile, resolveFile } from '../storage/chosen-file';
import type { SecretReferences } from './secret-references';

export interface EnvFilesDeps {
  /** Null when the host has no dialogs. */
  readonly chooseFile: Ports['chooseEnvFile'];
  readonly references: Pick<SecretReferences, 'read'>;
  /** Returns texts that can't be guessed. */
  readonly newId: () => string;
}

export interface EnvFiles {
  /** Lets the user choose a file; null if the user cancels. Throws `not-allowed`, `file-not-env` and `file-not-writable`. */
  choose(caller: Caller): Promise<EnvFile | null>;
  /**
   * Adds secrets to the file that the window chose last. Throws `secret-expired`, `file-not-env`, `file-not-writable`, and `file-busy` if other
   * programs keep changing it.
   */
  save(request: EnvFileRequest, caller: Caller): Promise<EnvFileOutcome>;
  forgetWindow(windowId: string): void;
}

interface Chosen {
  readonly id: string;
  readonly path: string;
}

/** Maximum number of times that a file is read and written when other programs change it in between. */
const maxTries = 5;

/** Creates the access to environment files. */
export function createEnvFiles({ chooseFile, references, newId }: EnvFilesDeps): EnvFiles {
  /** The file that each window chose last. */
  const chosen = new Map<string, Chosen>();
  return {
    async choose(caller) {
      if (chooseFile === null) throw fail('not-allowed');
      const path = await chooseFile(caller);
      if (path === null) return null;
      const target = await resolveFile(path);
      const isThere = (await readEnvFile(target)) !== null;
      const id = newId();
      chosen.set(caller.windowId, { id, path: target });
      return { id, path: displayPath(target), exists: isThere, ignoredByGit: await gitIgnores(target) };
    },
    async save({ fileId, entries, replace }, { windowId }) {
      const file = chosen.get(windowId);
      if (file?.id !== fileId) throw fail('secret-expired');
      for (let tries = 0; tries < maxTries; tries += 1) {
        const before = await readEnvFile(file.path);
        const assigned = assignedNames(
          before ?? '',
          entries.map(({ name }) => name),
        );
        if (assigned.length > 0 && !replace) return { outcome: 'already-assigned', names: assigned };
        const secrets = entries.map(({ name, ref }) => ({ name, value: references.read(ref, windowId) }));
        if (await replaceEnvFile(file.path, before, mergeEnv(before ?? '', secrets))) {
          return { outcome: 'saved', isPrivate: process.platform !== 'win32' };
        }
      }
      throw fail('file-busy');
    },
    forgetWindow: (windowId) => void chosen.delete(windowId),
  };
}

/** Maximum bytes: larger files are no environment files. */
const maxBytes = 1024 * 1024;

/**
 * Reads a file; null if there is none. Throws `AppError` with code `file-not-env` for folders, pipes, devices, long files and files that aren't
 * UTF-8, and `file-not-writable` for a file that can't be read.
 */
export async function readEnvFile(path: string): Promise<string | null> {
  const bytes = await readRegular(path).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return null;
    throw cause instanceof AppError ? cause : fail('file-not-writable', {}, cause);
  });
  if (bytes === null) return null;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Not UTF-8.
  }
  throw fail('file-not-env');
}

async function readRegular(path: string): Promise<Buffer> {
  const found = await stat(path);
  if (!found.isFile() || found.size > maxBytes) throw fail('file-not-env');
  return readFile(path);
}

/**
 * Replaces the content `before` of a file at once, so that it is never half written, and makes it accessible to its owner only. `before` is null
 * if there was no file. Resolves to false if another program has changed the file in the meantime, and then leaves it as it is. Throws
 * `AppError` with code `file-not-writable`, and with those of {@link readEnvFile}.
 */
export function replaceEnvFile(path: string, before: string | null, text: string): Promise<boolean> {
  return replacePrivateFile(path, text, async () => (await readEnvFile(path)) === before);
}

/** Milliseconds after which the question is given up. */
const timeoutMillis = 3_000;

/** Variables that make Git use another repository than that of the folder. */
const repositoryVariables = ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_COMMON_DIR', 'GIT_PREFIX'];

/**
 * Resolves to whether Git ignores a file, which needn't exist. Null if that is unknown: Git isn't installed, or the folder isn't in a
 * repository. A tracked file is never ignored.
 */
export function gitIgnores(path: string): Promise<boolean | null> {
  // The repository may be anyone's, so it must not name programs that Git then runs.
  const args = ['-c', 'core.fsmonitor=false', '-C', dirname(path), 'check-ignore', '--quiet', '--', basename(path)];
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !repositoryVariables.includes(name)));
  // Windows looks for programs in the working folder first.
  const options = { cwd: homedir(), env: { ...env, GIT_OPTIONAL_LOCKS: '0' }, timeout: timeoutMillis, windowsHide: true };
  return new Promise((resolve) => {
    execFile('git', args, options, (error) => {
      if (error === null) resolve(true);
      else resolve(error.code === 1 ? false : null);
    });
  });
}

/** Adds variables to the text of an environment file (`.env`). Every other line stays as it is. */
interface EnvEntry {
  readonly name: string;
  readonly value: string;
}

/** An assignment and the range of its value, with its quotes and without a comment behind it. */
interface Assignment {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Returns those of the names that the text already assigns. */
export function assignedNames(text: string, names: readonly string[]): string[] {
  const assigned = new Set(assignmentsIn(text).map(({ name }) => name));
  return names.filter((name) => assigned.has(name));
}

/**
 * Returns the text with the entries. A variable that it already assigns gets its new value where it was assigned last, because that is the
 * assignment that readers use; the others are appended.
 */
export function mergeEnv(text: string, entries: readonly EnvEntry[]): string {
  return entries.reduce((merged, { name, value }) => {
    const found = assignmentsIn(merged).findLast((assignment) => assignment.name === name);
    if (found === undefined) return append(merged, envLine(name, value));
    return merged.slice(0, found.start) + envValue(value) + merged.slice(found.end);
  }, text);
}

function append(text: string, line: string): string {
  const lineBreak = /\r?\n/.exec(text)?.[0] ?? '\n';
  const isEnded = text === '' || text === byteOrderMark || text.endsWith('\n');
  return `${text}${isEnded ? '' : lineBreak}${line}${lineBreak}`;
}

const byteOrderMark = '\uFEFF';
const head = /(?:^|\n)\uFEFF?[^\S\n]*(?:export[^\S\n]+)?([A-Za-z_][\w.-]*)[^\S\n]*=[^\S\n]*/y;
const quoted: Readonly<Record<string, RegExp>> = { '"': /"(?:\\[\s\S]|[^"\\])*"/y, "'": /'[^']*'/y, '`': /`[^`]*`/y };

/** Reads line by line. A quoted value may contain line breaks, and what looks like an assignment in it is none. */
function assignmentsIn(text: string): Assignment[] {
  const found: Assignment[] = [];
  for (let at = 0; at !== -1 && at <= text.length; ) {
    const match = matchAt(head, text, at);
    const start = at + (match?.[0].length ?? 0);
    if (match === null) {
      at = text.indexOf('\n', at + 1);
      continue;
    }
    const quotes = quoted[text[start] ?? ''];
    const value = (quotes && matchAt(quotes, text, start)?.[0]) ?? unquotedValue(text, start);
    const end = start + value.length;
    found.push({ name: match[1] ?? '', start, end });
    at = text.indexOf('\n', end);
  }
  return found;
}

/** Returns a value without quotes: up to a comment or the end of the line, without the spaces before that. */
function unquotedValue(text: string, start: number): string {
  const lineEnd = text.indexOf('\n', start);
  const line = text.slice(start, lineEnd === -1 ? undefined : lineEnd);
  const comment = line.search(/\s#/);
  return (comment === -1 ? line : line.slice(0, comment)).trimEnd();
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
