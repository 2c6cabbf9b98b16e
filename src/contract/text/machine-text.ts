import { visibleText } from './visible-text';

/** Returns a text with the letters, digits, and punctuation that an input method wrote in full width in the width in which programs read them. */
export function narrowText(text: string): string {
  // Japanese and Chinese keyboards write this for a full stop.
  return text.normalize('NFKC').replaceAll('\u3002', '.');
}

/** Returns a code, number, ID, or address as programs read it: in narrow characters, without those that have no picture. */
export function machineText(text: string): string {
  return visibleText(narrowText(text));
}
