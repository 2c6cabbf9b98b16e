import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { currentPath, type OpenOptions } from './open-path';
import { dropUnsavedInput } from './unsaved-input';

interface ChangeOptions<P> extends Omit<OpenOptions, 'state'> {
  /** Whether to change it, by what the URL says at that moment. */
  readonly when?: (place: P) => boolean;
}

/**
 * Changes a part of what the URL says about a screen, in a new entry of the history or in place of the present one. Returns whether it did.
 */
export type ChangeUrlState<P> = (change: Partial<P>, options?: ChangeOptions<P>) => boolean;

/**
 * Returns a function that changes a part of the screen's place. The other parts are taken from the URL at that moment, because it changes
 * before the screen is rendered again. Does nothing once the window has another URL path: the user has left the screen.
 */
export function useChangeUrlState<P extends object>(
  placeOf: (search: URLSearchParams) => P,
  pathOf: (place: P) => string,
): ChangeUrlState<P> {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (change, { replace = false, isGone = false, when = () => true } = {}) => {
    const [path, query] = currentPath().split('?');
    const place = placeOf(new URLSearchParams(query));
    if (path !== pathname || !when(place)) return false;
    if (isGone) dropUnsavedInput();
    void navigate(pathOf({ ...place, ...change }), { replace });
    return true;
  };
}

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
