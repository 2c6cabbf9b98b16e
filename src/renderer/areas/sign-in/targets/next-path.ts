import { matchPath } from 'react-router';
import { patterns, type ScreenName } from '#window/routes.ts';

const cards: readonly ScreenName[] = ['signIn', 'signUp', 'forgotPassword', 'upgrade', 'linkProvider'];
const destinations = (Object.keys(patterns) as ScreenName[]).filter((screen) => !cards.includes(screen)).map((screen) => patterns[screen]);

/** What can turn a path into another one, or into another place, once something further on decodes or resolves it. */
const ambiguous = /[\\\p{Cc}\s]|\/\/|%(2f|5c|25|2e|[01][\da-f]|7f)|\/\.{1,2}(\/|$)/iu;

/** Where to go after signing in: the wish when it is the address of a screen of this app, else the fallback. */
export function nextPath(wish: string | null, fallback: string): string {
  if (wish === null || !wish.startsWith('/') || wish.includes('#')) return fallback;
  const [path = ''] = wish.split('?');
  if (ambiguous.test(path) || /[\\\p{Cc}]/u.test(wish)) return fallback;
  return destinations.some((pattern) => matchPath(pattern, path) !== null) ? wish : fallback;
}
