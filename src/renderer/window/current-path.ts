/**
 * Returns the path and query in the URL of the window. It changes as soon as the user goes elsewhere, before the components of the new
 * screen are rendered.
 */
export function currentPath(): string {
  return window.location.hash.slice(1) || '/';
}

/** Returns {@link currentPath} without the query. */
export function currentPathname(): string {
  return currentPath().split('?')[0] ?? '';
}
