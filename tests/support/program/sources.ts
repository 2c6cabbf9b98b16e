/** The program's sources, parsed, for the specs that read them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'rolldown/utils';

export interface Node {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}

export interface SourceFile {
  readonly name: string;
  readonly text: string;
  readonly root: Node;
}

const sourceFolder = join(import.meta.dirname, '..', '..', '..', 'src');

/** Returns every source below `folder` of src, such as `renderer/`, whose name matches `ending`, except specs. */
export function sourceFiles(folder: string, ending: RegExp): SourceFile[] {
  return readdirSync(sourceFolder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.startsWith(folder) && ending.test(name) && !/\.(spec|d)\.tsx?$/.test(name))
    .map((name) => parsedSource(name, readFileSync(join(sourceFolder, name), 'utf8')));
}

/** Parses a source from its text. */
export function parsedSource(name: string, text: string): SourceFile {
  return { name, text, root: parseSync(name, text).program as unknown as Node };
}

/** Visits every node of a syntax tree. */
export function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child === 'object' && child !== null && typeof (child as Node).type === 'string') walk(child as Node, visit);
    }
  }
}

/** Returns the line number of an offset. */
export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
