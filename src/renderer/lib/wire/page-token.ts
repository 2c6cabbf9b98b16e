/** Takes the token and the path of the app out of the page's URL. */
const tokenInHash = /^#([A-Za-z0-9_-]{43})(\/.*)?$/;

/**
 * The one-time token that the page was opened with, or null. It is taken out of the address at once, so that it
 * neither stays in the history nor reaches the router.
 */
export function takePageToken(location: Pick<Location, 'hash' | 'pathname' | 'search'>, history: Pick<History, 'replaceState'>) {
  const [, token, path = '/'] = tokenInHash.exec(location.hash) ?? [];
  if (token === undefined) return null;
  history.replaceState(null, '', `${location.pathname}${location.search}#${path}`);
  return token;
}
