/** What the index finds for the palette, and which text the palette answers in the meantime. */
import { useEffect, useRef, useState } from 'react';
import type { FoundItem } from '#contract/bridge/local-index.ts';
import { api } from '#data/api.ts';
import { useTopic } from '#data/topics.ts';

export interface Found {
  readonly items: readonly FoundItem[];
  readonly users: { readonly count: number; readonly isExact: boolean };
  readonly teams: { readonly count: number; readonly isExact: boolean };
  readonly asOfMillis: number | null;
}

interface Answer {
  readonly key: string;
  readonly query: string;
  readonly found: Found | null;
  /** Whether the entries for the text were shown before this arrived. */
  readonly isLate: boolean;
}

/**
 * Milliseconds for which the entries of the text before stay, so that those of the index and all others appear at once. An index that takes
 * longer adds its entries below the others.
 */
const patienceMillis = 150;

interface FoundOptions {
  /** Null for all connections. */
  readonly connectionId: string | null;
  readonly limit: number;
  /** Whether the text is one that isn't only searched for, whose entries don't wait. */
  readonly isImmediate: boolean;
}

/** Returns the text whose entries are shown, whether that is what was asked for, and what the index found for it; null without an index, and until it answers. */
export function useFound(query: string, { connectionId, limit, isImmediate }: FoundOptions) {
  const indexes = useTopic('localIndex.state');
  const hasIndex = indexes.some((index) => index.state !== 'unavailable' && (connectionId === null || index.connectionId === connectionId));
  const key = JSON.stringify([query, connectionId, limit]);
  const [answer, setAnswer] = useState<Answer>({ key: '', query: '', found: null, isLate: false });
  const isAsked = hasIndex && query !== '';
  useEffect(() => {
    if (!isAsked) return;
    let isOpen = true;
    let isLate = false;
    const set = (found: Found | null) => isOpen && setAnswer({ key, query, found, isLate });
    const timer = setTimeout(() => {
      set(null);
      isLate = true;
    }, patienceMillis);
    const finish = (found: Found | null) => {
      clearTimeout(timer);
      set(found);
    };
    api.localIndex.find({ text: query, connectionId, limit }).then(finish, () => finish(null));
    return () => {
      isOpen = false;
      clearTimeout(timer);
    };
  }, [isAsked, key, query, connectionId, limit]);
  const isCurrent = answer.key === key;
  const isShown = !isAsked || isImmediate || isCurrent;
  return {
    hasIndex,
    isCurrent: isShown,
    shownQuery: isShown ? query : answer.query,
    found: isAsked && (isCurrent || !isShown) ? answer.found : null,
    isLate: answer.isLate || isImmediate,
  };
}

/** Whether data arrived after the entries for a text were shown, so that its own ones have to come below them. */
export function useIsLate(query: string, isThere: boolean): boolean {
  const first = useRef({ query, isThere });
  if (first.current.query !== query) first.current = { query, isThere };
  return isThere && !first.current.isThere;
}
