import { useLocation, useNavigate } from 'react-router';
import { currentPath } from './current-path';

/** Changes a part of what the URL says about a screen, in a new entry of the history or in place of the present one. */
export type ChangeUrlState<P> = (change: Partial<P>, options?: { readonly replace?: boolean }) => void;

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
  return (change, { replace = false } = {}) => {
    const [path, query] = currentPath().split('?');
    if (path === pathname) void navigate(pathOf({ ...placeOf(new URLSearchParams(query)), ...change }), { replace });
  };
}
