import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** Returns the text that the address says to search for, and a function that replaces it there, without an entry in the history. */
export function useSearchText(): [string, (text: string) => void] {
  const [search, setSearch] = useSearchParams();
  const set = useCallback(
    (text: string) => {
      const next = (current: URLSearchParams) => {
        const others = [...current].filter(([name]) => name !== 'q');
        return new URLSearchParams(text === '' ? others : [...others, ['q', text]]);
      };
      setSearch(next, { replace: true });
    },
    [setSearch],
  );
  return [search.get('q') ?? '', set];
}
