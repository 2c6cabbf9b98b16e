import { type RefObject, useEffect, useState } from 'react';
import { findMatches } from './page-matches';

/** Names of the marks in the style sheet. */
const marks = { all: 'found', current: 'found-current' };

export interface PageMatches {
  readonly count: number;
  /** Number of the current match, from 1; 0 if there is none. */
  readonly current: number;
  /** Goes to the next or the previous match, and around at the end. */
  step(by: 1 | -1): void;
}

/** Marks the matches of a text in the page, and keeps them up to date while it changes. */
export function usePageMatches(text: string, bar: RefObject<HTMLElement | null>): PageMatches {
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a step scrolls, because a page that changes by itself must not move
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
