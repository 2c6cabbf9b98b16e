/** Searches the texts that the page shows. */

/** Maximum number of matches that are counted and marked. */
export const maxMatches = 999;

interface Piece {
  readonly node: Text;
  /** Position of its first character in the joined text. */
  readonly start: number;
}

/** Returns the places where the page shows the text, in order. Ignores case; a space matches any white space. */
export function findMatches(root: HTMLElement, text: string, ignored: Element | null): Range[] {
  const pattern = patternOf(text);
  if (pattern === null) return [];
  const { pieces, joined } = joinedText(root, ignored);
  const found: Range[] = [];
  for (const match of joined.matchAll(pattern)) {
    const range = rangeOf(pieces, match.index, match.index + match[0].length);
    if (isSeen(range)) found.push(range);
    if (found.length === maxMatches) break;
  }
  return found;
}

/** Maximum number of characters of a search. A longer text, such as one pasted by mistake, has no matches. */
const maxSearchLength = 1_000;

/** Returns the pattern of a search; null if it contains no character, or too many. */
export function patternOf(text: string): RegExp | null {
  if (text.length > maxSearchLength) return null;
  const words = text.replaceAll('\u2060', '').trim().split(/\s+/).filter(Boolean);
  if (words.length === 0) return null;
  return new RegExp(words.map(wordPattern).join('\\s+'), 'giu');
}

/** Between two characters, the page may have a mark that keeps them on one line. */
function wordPattern(word: string): string {
  return [...word].map((character) => character.replace(/[\\^$.*+?()[\]{}|]/, '\\$&')).join('\u2060?');
}

/** Joins all shown texts. Those of different paragraphs are separated by a character that no search contains. */
function joinedText(root: HTMLElement, ignored: Element | null): { pieces: Piece[]; joined: string } {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const pieces: Piece[] = [];
  const paragraphs = new Map<Element, Element>();
  let joined = '';
  let last: Element | null = null;
  for (let node = walker.nextNode() as Text | null; node !== null; node = walker.nextNode() as Text | null) {
    const { parentElement } = node;
    if (parentElement === null || ignored?.contains(node) || !parentElement.checkVisibility({ visibilityProperty: true })) continue;
    const paragraph = paragraphOf(parentElement, paragraphs);
    if (last !== null && paragraph !== last) joined += '\0';
    last = paragraph;
    pieces.push({ node, start: joined.length });
    joined += node.data;
  }
  return { pieces, joined };
}

/** Returns the next ancestor that isn't part of a line. */
function paragraphOf(element: Element, known: Map<Element, Element>): Element {
  const found = known.get(element);
  if (found !== undefined) return found;
  const isInLine = getComputedStyle(element).display === 'inline' && element.parentElement !== null;
  const paragraph = isInLine && element.parentElement !== null ? paragraphOf(element.parentElement, known) : element;
  known.set(element, paragraph);
  return paragraph;
}

function rangeOf(pieces: readonly Piece[], from: number, to: number): Range {
  const range = document.createRange();
  const [start, end] = [pieceAt(pieces, from), pieceAt(pieces, to - 1)];
  range.setStart(start.node, from - start.start);
  range.setEnd(end.node, to - end.start);
  return range;
}

/** Returns the last piece that starts at or before a position. */
function pieceAt(pieces: readonly Piece[], position: number): Piece {
  let [low, high] = [0, pieces.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((pieces[middle]?.start ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  const piece = pieces[low];
  if (piece === undefined) throw new Error('There is no text.');
  return piece;
}

/** Whether a match has an area: texts for screen readers alone are cut to one pixel. */
function isSeen(range: Range): boolean {
  const frame = range.commonAncestorContainer.parentElement?.getBoundingClientRect();
  const { width, height } = range.getBoundingClientRect();
  return width > 0 && height > 0 && frame !== undefined && (frame.width > 1 || frame.height > 1);
}
