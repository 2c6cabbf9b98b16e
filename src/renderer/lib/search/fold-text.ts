/**
 * Returns a text in the form in which searches compare it: without the difference of case, with each letter encoded the same way, and without
 * the marks that keep Japanese words on one line.
 */
export function foldText(text: string): string {
  return text.replaceAll('\u2060', '').normalize('NFC').trim().toLowerCase();
}
