/** Texts outside the page, such as the window's title, which privacy mode conceals too. */

let conceal: ((text: string) => string) | null = null;

/** Sets how texts are concealed; null shows them as they are. */
export function setConcealing(how: ((text: string) => string) | null): void {
  conceal = how;
}

/** Returns a text as the window shows it now. */
export function shownText(text: string): string {
  return conceal?.(text) ?? text;
}
