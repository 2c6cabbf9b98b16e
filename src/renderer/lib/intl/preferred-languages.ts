/** The languages that the user prefers. */

/** Returns locales, the best first: those of the system that the host has written on the page and uses for its menus, or else the browser’s. */
export function preferredLanguages(): readonly string[] {
  const written = document.documentElement.dataset.languages ?? '';
  return written === '' ? navigator.languages : written.split(' ');
}
