/** Lines of a table (RFC 4180): with quotes, line breaks within them, and any line end. A broken line costs no other one. */
import { type ImportDelimiter, maxImportCellBytes } from '#contract/imports/source.ts';
import { isGarbled, type RecordProblem } from './file-record';

export interface TableLine {
  readonly line: number;
  readonly cells: readonly string[];
  readonly problem: RecordProblem | null;
}

/** Characters that are read again after quotes that were never closed, before such quotes are taken to end with their line. */
const maxReadAgain = 50_000_000;

/** Yields the lines of each text, without empty ones. A line whose quote isn't closed ends with the line, so that those after it can be read. */
export async function* tableLines(texts: AsyncIterable<string>, delimiter: ImportDelimiter): AsyncGenerator<readonly TableLine[]> {
  const parser = createParser(delimiter);
  for await (const text of texts) yield parser.add(text);
  yield parser.end();
}

interface Scan {
  readonly text: string;
  readonly isEnd: boolean;
  /** The line feed that was found last, from a position on: a file may have none. */
  feed: number;
  from: number;
}

/** Characters of a line, with all its cells. */
const maxLineLength = 4 * maxImportCellBytes;

function createParser(delimiter: ImportDelimiter) {
  let rest = '';
  let line = 1;
  let readAgain = 0;
  let isSkipping = false;
  /** Leaves out what is left of a line that is too long. Returns where the next one starts. */
  const skip = (scan: Scan): number => {
    const ended = lineEnd(scan, 0);
    if (ended === null) return scan.text.length;
    isSkipping = false;
    line += 1;
    return ended.next;
  };
  const take = (isEnd: boolean): readonly TableLine[] => {
    const scan: Scan = { text: rest, isEnd, feed: -2, from: 0 };
    const found: TableLine[] = [];
    let at = isSkipping ? skip(scan) : 0;
    while (at < rest.length) {
      const parsed = lineAt(scan, at, delimiter, readAgain > maxReadAgain);
      if (parsed === null) break;
      if (parsed.problem !== null || parsed.cells.length > 1 || parsed.cells[0] !== '') {
        found.push({ line, cells: parsed.cells, problem: parsed.problem ?? flawOf(parsed.cells) });
      }
      readAgain += parsed.readAgain;
      line += parsed.breaks;
      at = parsed.next;
    }
    rest = rest.slice(at);
    if (rest.length > maxLineLength) {
      found.push({ line, cells: [], problem: tooLong });
      isSkipping = true;
      rest = '';
    }
    return found;
  };
  return {
    add(text: string) {
      rest += text;
      return take(false);
    },
    end: () => take(true),
  };
}

const tooLong: RecordProblem = { reason: 'cell-too-long', expected: maxImportCellBytes };

function flawOf(cells: readonly string[]): RecordProblem | null {
  if (cells.some((cell) => cell.length > maxImportCellBytes)) return tooLong;
  return cells.some(isGarbled) ? { reason: 'not-text' } : null;
}

interface ParsedLine {
  readonly cells: readonly string[];
  readonly problem: RecordProblem | null;
  /** Position of the next line, and the number of line breaks before it. */
  readonly next: number;
  readonly breaks: number;
  readonly readAgain: number;
}

/** Position of the next line break, and of what follows; null where it isn't there yet. */
function lineEnd(scan: Scan, from: number): { readonly end: number; readonly next: number } | null {
  const { text, isEnd } = scan;
  const isKnown = from >= scan.from && (scan.feed === -1 || scan.feed >= from);
  if (!isKnown) Object.assign(scan, { from, feed: text.indexOf('\n', from) });
  const { feed } = scan;
  const segment = feed < 0 ? text.length : feed;
  const own = text.slice(from, segment).indexOf('\r');
  const back = own < 0 ? -1 : from + own;
  if (back >= 0 && back < segment - 1) return { end: back, next: back + 1 };
  if (feed >= 0) return { end: back === feed - 1 && back >= from ? back : feed, next: feed + 1 };
  if (!isEnd) return null;
  return { end: back >= 0 ? back : text.length, next: text.length };
}

function lineAt(scan: Scan, at: number, delimiter: ImportDelimiter, isImpatient: boolean): ParsedLine | null {
  const ended = lineEnd(scan, at);
  if (ended === null) return null;
  const plain = scan.text.slice(at, ended.end);
  if (plain.includes('"')) return quotedLine(scan, at, delimiter, isImpatient, ended);
  return { cells: plain.split(delimiter), problem: null, next: ended.next, breaks: 1, readAgain: 0 };
}

type OwnEnd = NonNullable<ReturnType<typeof lineEnd>>;

function quotedLine(scan: Scan, start: number, delimiter: string, isImpatient: boolean, own: OwnEnd): ParsedLine | null {
  const { text } = scan;
  const cells: string[] = [];
  let ended = own;
  let breaks = 1;
  for (let at = start; ; ) {
    if (text[at] !== '"') {
      const to = text.indexOf(delimiter, at);
      const isLast = to < 0 || to >= ended.end;
      cells.push(text.slice(at, isLast ? ended.end : to));
      if (isLast) return { cells, problem: null, next: ended.next, breaks, readAgain: 0 };
      at = to + 1;
      continue;
    }
    const limit = isImpatient ? ended.end : Math.min(text.length, at + maxImportCellBytes + 2);
    const close = closingQuote(text, at + 1, limit);
    if (close < 0) {
      const isOpen = limit === text.length && !scan.isEnd && !isImpatient;
      return isOpen ? null : broken(own, limit - own.end, 'quote-not-closed', start, text);
    }
    const inner = text.slice(at + 1, close);
    if (close > ended.end) {
      const later = lineEnd(scan, close + 1);
      if (later === null) return null;
      breaks += breaksIn(inner);
      ended = later;
    } else if (close === text.length - 1 && !scan.isEnd) return null;
    cells.push(inner.replaceAll('""', '"'));
    const after = close + 1;
    if (after === ended.end) return { cells, problem: null, next: ended.next, breaks, readAgain: 0 };
    // A quote that is closed in a later line, with text after it, was the opening one of another cell.
    if (text[after] !== delimiter) {
      return breaks > 1 ? broken(own, close - own.end, 'quote-not-closed', start, text) : broken(own, 0, 'text-after-quote', start, text);
    }
    at = after + 1;
  }
}

/** Returns the position of the quote that closes a cell; -1 if there is none before the limit. */
function closingQuote(text: string, from: number, limit: number): number {
  for (let at = from; ; at += 2) {
    at = text.indexOf('"', at);
    if (at < 0 || at >= limit) return -1;
    if (text[at + 1] !== '"') return at;
  }
}

function broken({ end, next }: OwnEnd, readAgain: number, reason: RecordProblem['reason'], start: number, text: string): ParsedLine {
  return {
    cells: [text.slice(start, Math.min(end, start + 1_000))],
    problem: { reason },
    next,
    breaks: 1,
    readAgain: Math.max(0, readAgain),
  };
}

function breaksIn(text: string): number {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0;
}
