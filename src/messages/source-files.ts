/** For the specs of the messages: the program's sources, parsed. */
/// <reference types="vite/client" />
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

const texts = import.meta.glob<string>('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true });

/** Every source below `folder`, as `renderer/`, whose name ends as wanted, specs left out. */
export function sourceFiles(folder: string, ending: RegExp): SourceFile[] {
  return Object.entries(texts)
    .map(([path, text]) => ({ name: path.startsWith('../') ? path.slice(3) : `messages/${path.slice(2)}`, text }))
    .filter(({ name }) => name.startsWith(folder) && ending.test(name) && !/\.(spec|d)\.tsx?$/.test(name))
    .map(({ name, text }) => parsedSource(name, text));
}

/** A source from its text. */
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

/** The line of a place in a file. */
export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
