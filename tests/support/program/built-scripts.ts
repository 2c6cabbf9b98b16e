/** The scripts of the windows in the build, and which of them need which. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import { importsOf } from './imports';

export interface BuiltScript {
  readonly text: string;
  /** Its size, compressed with gzip. */
  readonly bytes: number;
  /** The paths of the scripts that run before it. */
  readonly fixed: readonly string[];
  /** The paths of those that it loads when the program gets there. */
  readonly late: readonly string[];
}

/** The renderer's folder in the build. */
export const builtFolder = join(import.meta.dirname, '../../../out/renderer');

/** The page of the windows in the build. */
export function readBuiltPage(): string {
  return readFileSync(join(builtFolder, 'index.html'), 'utf8');
}

/** Returns the paths of the scripts that a page starts with. */
export function scriptsOfPage(page: string): string[] {
  return [...page.matchAll(/<script [^>]*src="([^"]+)"/g)].map(([, path = '']) => posix.normalize(path));
}

/** Reads all scripts, by their paths below the folder. */
export function readBuiltScripts(): Map<string, BuiltScript> {
  const names = readdirSync(join(builtFolder, 'assets')).filter((name) => name.endsWith('.js'));
  return new Map(names.map((name) => [`assets/${name}`, readScript(`assets/${name}`)]));
}

function readScript(path: string): BuiltScript {
  const text = readFileSync(join(builtFolder, path), 'utf8');
  const imports = importsOf(path, text).map(({ to, late }) => ({ path: `${to}.js`, late }));
  const pathsOf = (isLate: boolean) => imports.filter(({ late }) => late === isLate).map((found) => found.path);
  return { text, bytes: gzipSync(text, { level: 9 }).length, fixed: pathsOf(false), late: pathsOf(true) };
}

/** Returns the paths that are reached from some by `next`, with these, without going on at one that `isExcluded`. */
export function reachedScripts(
  scripts: ReadonlyMap<string, BuiltScript>,
  start: readonly string[],
  next: (script: BuiltScript) => readonly string[],
  isExcluded = (_path: string) => false,
): Set<string> {
  const found = new Set<string>();
  const waiting = [...start];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const script = scripts.get(path);
    if (script === undefined || found.has(path) || isExcluded(path)) continue;
    found.add(path);
    waiting.push(...next(script));
  }
  return found;
}
