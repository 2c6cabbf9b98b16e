/** Reads documents from YAML or JSON, within limits, and says the line and the column of every fault. */
import {
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  visit,
} from 'yaml';
import { checkDocument, type DocumentFault } from '#contract/configuration/check-document.ts';
import type { ConfigurationDocument } from '#contract/configuration/document.ts';
import { parseStyle } from './yaml-style';

/** Bytes of a file, or of all files of a folder. */
export const maxDocumentBytes = 5 * 2 ** 20;
/** Levels of maps and lists. */
const maxDepth = 64;
/** Several times what 500 permissions need; a file of 5 MB may have millions, which would take a minute. */
const maxTokens = 300_000;

type FileReason = 'too-large' | 'not-text' | 'syntax' | 'several-documents' | 'too-deep' | 'alias' | 'anchor' | 'tag' | 'duplicate';

interface FileFault extends Omit<DocumentFault, 'reason' | 'atKey'> {
  readonly reason: DocumentFault['reason'] | FileReason;
  /** From 1. */
  readonly line: number;
  readonly column: number;
}

export type ReadDocument =
  | { readonly ok: true; readonly document: ConfigurationDocument; readonly text: string }
  | { readonly ok: false; readonly faults: readonly FileFault[] };

const atStart = (reason: FileReason): ReadDocument => ({ ok: false, faults: [{ reason, path: [], line: 1, column: 1 }] });

/** Returns the document of a file, or its faults in the order of their lines. */
export function readDocument(bytes: Uint8Array): ReadDocument {
  if (bytes.length > maxDocumentBytes) return atStart('too-large');
  const text = textOf(bytes);
  if (text === null) return atStart('not-text');
  const excess = excessOf(text);
  if (excess !== null) return atStart(excess);
  const lines = new LineCounter();
  try {
    const file = parseDocument(text, { ...parseStyle, lineCounter: lines });
    const found = structureFaults(file);
    if (found.length > 0) return { ok: false, faults: found.map((fault) => placed(fault, lines)) };
    const checked = checkDocument(file.toJS());
    if (checked.ok) return { ok: true, document: checked.document, text };
    const located = checked.faults.map(({ atKey, ...fault }) => placed({ ...fault, offset: offsetOf(file, fault.path, atKey) }, lines));
    return { ok: false, faults: located.sort((one, other) => one.line - other.line || one.column - other.column) };
  } catch (thrown) {
    // The library follows brackets by calling itself.
    if (thrown instanceof RangeError) return atStart('too-deep');
    throw thrown;
  }
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Looks at the tokens before anything is made of them, and stops at the first one too many. */
export function excessOf(text: string): 'too-large' | 'too-deep' | null {
  let tokens = 0;
  let depth = 0;
  let isText = false;
  for (const token of new Lexer().lex(text)) {
    tokens += 1;
    if (tokens > maxTokens) return 'too-large';
    if (!isText && (token === '[' || token === '{')) depth += 1;
    if (!isText && (token === ']' || token === '}')) depth -= 1;
    if (depth > maxDepth) return 'too-deep';
    isText = token === '\u001F';
  }
  return null;
}

interface Found extends Omit<FileFault, 'line' | 'column'> {
  readonly offset: number;
}

function placed({ offset, ...fault }: Found, lines: LineCounter): FileFault {
  const { line, col } = lines.linePos(offset);
  return { ...fault, line: Math.max(line, 1), column: Math.max(col, 1) };
}

const maxFaults = 50;

/** Returns what no document may have, whatever it says. */
function structureFaults(file: Document.Parsed): readonly Found[] {
  const errors = file.errors.map(({ code, pos }): Found => {
    const reason = code === 'MULTIPLE_DOCS' ? 'several-documents' : code === 'NON_STRING_KEY' ? 'unusable-key' : 'syntax';
    return { reason, path: [], offset: pos[0] };
  });
  if (errors.length > 0) return errors.slice(0, maxFaults);
  const faults: Found[] = [];
  const add = (reason: Found['reason'], node: unknown) => void faults.push({ reason, path: [], offset: startOf(node) });
  visit(file, (_key, node, path) => {
    if (faults.length >= maxFaults) return visit.BREAK;
    if (isPair(node)) return undefined;
    if (isAlias(node)) add('alias', node);
    else if (isNode(node) && node.anchor !== undefined) add('anchor', node);
    else if (isNode(node) && node.tag !== undefined && hasOwnTag(node)) add('tag', node);
    if (isMap(node)) for (const { reason, at } of keyFaults(node.items)) add(reason, at);
    if (path.length / 2 > maxDepth) {
      add('too-deep', node);
      return visit.BREAK;
    }
    return undefined;
  });
  return faults;
}

const isNode = (value: unknown): value is Node & { anchor?: string } => isScalar(value) || isMap(value) || isSeq(value);

/** The library keeps the tag of a node only where the file has one. */
const hasOwnTag = ({ tag }: { readonly tag?: string }): boolean => tag !== '';

interface KeyFault {
  readonly reason: 'duplicate' | 'unusable-key';
  readonly at: unknown;
}

function keyFaults(items: readonly Pair[]): readonly KeyFault[] {
  const seen = new Set<unknown>();
  return items.flatMap(({ key }): readonly KeyFault[] => {
    const name: unknown = isScalar(key) ? key.value : key;
    if (typeof name !== 'string' || name === '__proto__') return [{ reason: 'unusable-key', at: key }];
    if (seen.has(name)) return [{ reason: 'duplicate', at: key }];
    seen.add(name);
    return [];
  });
}

function startOf(node: unknown): number {
  return (node as { readonly range?: readonly number[] | null } | null)?.range?.[0] ?? 0;
}

/** Returns where a value or its key starts; of a missing one, where it is missing. */
function offsetOf(file: Document.Parsed, path: readonly string[], atKey: boolean): number {
  let node: unknown = file.contents;
  let offset = startOf(node);
  for (const [level, name] of path.entries()) {
    const pair = isMap(node) ? node.items.find(({ key }) => isScalar(key) && key.value === name) : undefined;
    const next: unknown = pair === undefined ? (isSeq(node) ? node.items[Number(name)] : undefined) : pair.value;
    const isLast = level === path.length - 1;
    if (next === undefined && pair === undefined) return offset;
    offset = startOf((atKey && isLast) || next === null ? pair?.key : next);
    node = next;
  }
  return offset;
}
