/** Returns a text in the form in which searches compare it: without the difference of case, and with each letter encoded the same way. */
export function foldText(text: string): string {
  return text.normalize('NFC').trim().toLowerCase();
}
