const tokenInHash = /^#([A-Za-z0-9_-]{43})$/;

/**
 * The one-time token that the page was opened with, or null. It is taken out of the address at once, so that it
 * neither stays in the history nor reaches the router.
 */
export function takePageToken(location: Pick<Location, 'hash' | 'pathname' | 'search'>, history: Pick<History, 'replaceState'>) {
  const token = tokenInHash.exec(location.hash)?.[1] ?? null;
  if (token !== null) history.replaceState(null, '', `${location.pathname}${location.search}#/`);
  return token;
}
