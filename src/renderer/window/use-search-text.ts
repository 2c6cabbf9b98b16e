import { useSearchParams } from 'react-router';
import { useChangeUrlState } from './use-change-url-state';

interface SearchPlace {
  readonly text: string;
  /** The query's other names and values. */
  readonly others: readonly string[][];
}

const placeOf = (search: URLSearchParams): SearchPlace => ({
  text: search.get('q') ?? '',
  others: [...search].filter(([name]) => name !== 'q'),
});

const pathOf = ({ text, others }: SearchPlace) => `?${new URLSearchParams(text === '' ? [...others] : [...others, ['q', text]])}`;

/**
 * Returns the text that the address says to search for, and a function that replaces it there, without an entry in the history. The
 * function does nothing once the user has left the screen.
 */
export function useSearchText(): [string, (text: string) => void] {
  const [search] = useSearchParams();
  const changePlace = useChangeUrlState(placeOf, pathOf);
  return [placeOf(search).text, (text) => changePlace({ text }, { replace: true })];
}
