/** Facts about the system and the programs in which the app runs. */

import { readFile } from 'node:fs/promises';
import { homedir, release, type } from 'node:os';
import { join, relative, sep } from 'node:path';
import type { PackageLicense } from '#contract/bridge/app.ts';
import { fail } from '#contract/errors.ts';

export interface SystemFacts {
  readonly platform: string;
  readonly arch: string;
  /** Name and version of the operating system. */
  readonly system: string;
  readonly runtimes: { name: string; version: string }[];
}

const runtimeNames = { electron: 'Electron', chrome: 'Chromium', node: 'Node.js', v8: 'V8' };

/** Returns the facts of this process. */
export function systemFacts(): SystemFacts {
  const versions: Readonly<Record<string, string | undefined>> = process.versions;
  const runtimes = Object.entries(runtimeNames).flatMap(([key, name]) => {
    const version = versions[key];
    return version === undefined ? [] : [{ name, version }];
  });
  return { platform: process.platform, arch: process.arch, system: `${type()} ${release()}`, runtimes };
}

/** Returns a path in which `~` replaces the user's home folder, whose name is often the user's own. */
export function withoutHome(path: string, home = homedir()): string {
  const below = relative(home, path);
  const isBelow = home !== '' && below !== '..' && !below.startsWith(`..${sep}`) && join(home, below) === path;
  return isBelow ? join('~', below) : path;
}

/** Returns a text in which `~` replaces the user's home folder, wherever it occurs. */
export function hideHome(text: string, home = homedir()): string {
  if (home.length < 2) return text;
  return text.split(home).reduce((before, after) => `${before}${/^[\p{L}\p{N}_-]/u.test(after) ? home : '~'}${after}`);
}

/** Reads the licenses of the included packages. Throws `licenses-missing` for a build without them. */
export async function readLicenses(file: string): Promise<PackageLicense[]> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (cause) {
    throw fail('licenses-missing', {}, cause);
  }
}
