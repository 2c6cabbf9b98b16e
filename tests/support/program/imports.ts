/** Reads which modules a source file imports, without running it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync } from 'rolldown/utils';
import { imports as aliases } from '../../../package.json';

export interface Import {
  /** The importing file, from the project's root, with forward slashes. */
  readonly from: string;
  /** As it is written. */
  readonly name: string;
  /**
   * A path from the root without extension for the project's files, otherwise the package's name; Node's own modules start with `node:`.
   */
  readonly to: string;
  readonly typeOnly: boolean;
  /** Whether it is loaded only when the program gets there. */
  readonly late: boolean;
}

/** Returns the source files below a folder of the project, except specs. */
export function sourceFiles(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
    .filter((path) => /\.tsx?$/.test(path) && !/\.spec\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
    .sort();
}

/** Returns the imports and re-exports in a file's text, including dynamic ones with a literal name. */
export function importsOf(path: string, text: string): Import[] {
  const { module } = parseSync(path, text);
  const fixed = module.staticImports.map((found) => ({
    name: found.moduleRequest.value,
    typeOnly: found.entries.length > 0 && found.entries.every(({ isType }) => isType),
    late: false,
  }));
  const passedOn = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) => (moduleRequest ? [{ name: moduleRequest.value, typeOnly: isType, late: false }] : [])),
  );
  const late = module.dynamicImports.flatMap(({ moduleRequest }) => {
    const literal = /^['"`](.+)['"`]$/.exec(text.slice(moduleRequest.start, moduleRequest.end));
    return literal?.[1] ? [{ name: literal[1], typeOnly: false, late: true }] : [];
  });
  return [...fixed, ...passedOn, ...late].map(({ name, typeOnly, late }) => ({ from: path, name, to: target(path, name), typeOnly, late }));
}

/** Returns every import of every source file below a folder. */
export function readImports(root: string, folder: string): Import[] {
  return sourceFiles(root, folder).flatMap((path) => importsOf(path, readFileSync(join(root, path), 'utf8')));
}

/** The folders of the aliases in package.json, which end with `/*` on both sides. */
const folders = new Map(Object.entries(aliases).map(([alias, folder]) => [alias.slice(0, -1), folder.slice('./'.length, -1)]));

function target(from: string, name: string): string {
  const alias = /^#\w+\//.exec(name)?.[0];
  if (alias !== undefined) return `${folders.get(alias)}${name.slice(alias.length)}`.replace(/\.(tsx?|js)$/, '');
  if (name.startsWith('.')) return posix.join(posix.dirname(from), name).replace(/\.(tsx?|js)$/, '');
  if (name.startsWith('node:')) return name;
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
}
