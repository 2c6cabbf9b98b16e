import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { pressedKey } from '#lib/keyboard/pressed-key.ts';
import { type ReturnFocus, rememberFocus } from '#lib/return-focus.ts';
import { useMessages } from '#lib/use-messages.ts';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import { useFindBar } from '#window/find-bar.ts';
import styles from './find-bar.module.css';

// Searches the texts that the page shows.

/** Maximum number of matches that are counted and marked. */
const maxMatches = 999;

interface Piece {
  readonly node: Text;
  /** Position of its first character in the joined text. */
  readonly start: number;
}

/** Returns the places where the page shows the text, in order. Ignores case; a space matches any white space. */
function findMatches(root: HTMLElement, text: string, ignored: Element | null): Range[] {
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

/** Finds a text in the page: Enter goes to the next match, Shift+Enter to the previous one, Escape closes it. */
export function FindBar() {
  const { t } = useMessages();
  const close = useFindBar((state) => state.close);
  const bar = useRef<HTMLElement>(null);
  const input = useFocusOnRequest();
  const [text, setText] = useState('');
  const { count, current, step } = usePageMatches(text, bar);
  const press = (event: KeyboardEvent) => {
    const key = pressedKey(event);
    if (key !== 'Enter' && key !== 'Escape') return;
    event.stopPropagation();
    if (key === 'Escape') close();
    else if (event.target === input.current) step(event.shiftKey ? -1 : 1);
  };
  const lack = count === 0 ? t(text.trim() === '' ? 'shell.find.empty' : 'shell.find.none') : undefined;
  const found = count === 0 ? t('shell.find.none') : t('shell.find.count', { current, count: count === maxMatches ? `${count}+` : count });
  return (
    <search ref={bar} className={styles.bar} aria-label={t('shell.command.find')} onKeyDown={press}>
      <input
        ref={input}
        type="text"
        autoComplete="off"
        spellCheck={false}
        className={styles.input}
        aria-label={t('shell.find.label')}
        placeholder={t('shell.find.label')}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <span role="status" className={styles.count}>
        {text.trim() !== '' && found}
      </span>
      <IconButton size="sm" icon={ChevronUp} label={t('shell.find.previous')} disabledReason={lack} onClick={() => step(-1)} />
      <IconButton size="sm" icon={ChevronDown} label={t('shell.find.next')} disabledReason={lack} onClick={() => step(1)} />
      <IconButton size="sm" icon={X} label={t('ui.close')} onClick={close} />
    </search>
  );
}

/** Puts the focus into the field at each request to open the bar, and back to where it was when the bar closes. */
function useFocusOnRequest() {
  const input = useRef<HTMLInputElement>(null);
  const requests = useFindBar((state) => state.requests);
  const before = useRef<ReturnFocus | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each request counts, also an equal one
  useEffect(() => {
    before.current ??= rememberFocus(document.activeElement);
    input.current?.select();
  }, [requests]);
  useEffect(() => () => void before.current?.(), []);
  return input;
}

/** Names of the marks in the style sheet. */
const marks = { all: 'found', current: 'found-current' };

interface PageMatches {
  readonly count: number;
  /** Number of the current match, from 1; 0 if there is none. */
  readonly current: number;
  /** Goes to the next or the previous match, and around at the end. */
  step(by: 1 | -1): void;
}

/** Marks the matches of a text in the page, and keeps them up to date while it changes. */
function usePageMatches(text: string, bar: RefObject<HTMLElement | null>): PageMatches {
  const [ranges, setRanges] = useState<readonly Range[]>([]);
  const [at, setAt] = useState(0);
  useEffect(() => {
    const search = () => setRanges(findMatches(document.body, text, bar.current));
    search();
    setAt(0);
    return onChange(document.body, bar, search);
  }, [text, bar]);
  const index = ranges.length === 0 ? -1 : Math.min(at, ranges.length - 1);
  useEffect(() => mark(ranges, ranges[index]), [ranges, index]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a step scrolls, because a page that changes without the user must not move
  useEffect(() => scrollTo(ranges[index]), [text, index]);
  return {
    count: ranges.length,
    current: index + 1,
    step: (by) => setAt(ranges.length === 0 ? 0 : (index + by + ranges.length) % ranges.length),
  };
}

/** Calls `search` in the next frame after the page changed outside the bar. Returns a function that stops that. */
function onChange(root: HTMLElement, bar: RefObject<HTMLElement | null>, search: () => void): () => void {
  let frame = 0;
  const observer = new MutationObserver((changes) => {
    if (changes.every(({ target }) => bar.current?.contains(target))) return;
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(search);
  });
  observer.observe(root, { subtree: true, childList: true, characterData: true });
  return () => {
    observer.disconnect();
    cancelAnimationFrame(frame);
  };
}

function mark(ranges: readonly Range[], current: Range | undefined): () => void {
  CSS.highlights.set(marks.all, new Highlight(...ranges));
  if (current === undefined) CSS.highlights.delete(marks.current);
  else CSS.highlights.set(marks.current, Object.assign(new Highlight(current), { priority: 1 }));
  return () => {
    for (const name of Object.values(marks)) CSS.highlights.delete(name);
  };
}

function scrollTo(range: Range | undefined): void {
  const { startContainer } = range ?? {};
  startContainer?.parentElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
