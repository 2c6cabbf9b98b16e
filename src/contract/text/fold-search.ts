/** The form in which the index compares texts. */
import { machineText } from '../text/machine-text';

/** Words of ASCII between single spaces, in which there is nothing to fold but the case. */
const plain = /^(?:[\x21-\x7e]+(?: [\x21-\x7e]+)*)?$/;
/** Longer texts could exhaust the stack of the expression. */
const maxPlainLength = 1000;
/** Accents of Latin, Greek, and Cyrillic letters. The marks of other scripts distinguish letters, as in Japanese. */
const accents = /[\u0300-\u036f]/g;

/** Returns a text without the difference of case, of width, and of accents, and without characters that can't be seen. */
export function foldSearch(text: string): string {
  if (text.length <= maxPlainLength && plain.test(text)) return text.toLowerCase();
  return machineText(text).toLowerCase().normalize('NFD').replace(accents, '').normalize('NFC');
}
