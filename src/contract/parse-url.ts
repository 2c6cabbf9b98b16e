/**
 * Returns the URL; null for text that isn't one. `URL.canParse` of Node 20 refuses valid URLs with Latin letters such as `ü` once it has
 * been called some thousand times, so it must not be used here.
 */
export function parseUrl(text: string, base?: string | URL): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
