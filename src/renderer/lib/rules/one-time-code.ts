/** Codes of six characters, as they are typed and pasted. */
import { narrowText } from '#contract/text/machine-text.ts';

export const codeLength = 6;

export type CodeAlphabet = 'digits' | 'letters-and-digits';

const foreign: Readonly<Record<CodeAlphabet, RegExp>> = { digits: /\D/g, 'letters-and-digits': /[^0-9a-z]/gi };

/** What counts of a text that is typed into a code field. */
export function typedCode(text: string, alphabet: CodeAlphabet): string {
  return narrowText(text).replace(foreign[alphabet], '').toUpperCase().slice(0, codeLength);
}

/** Returns the code in a pasted text: with spaces or dashes, or as a separate word. Null if there is none. */
export function pastedCode(pasted: string, alphabet: CodeAlphabet): string | null {
  const text = narrowText(pasted);
  const plain = text.replace(/[\s\p{Pd}]/gu, '');
  if (plain.length === codeLength && typedCode(plain, alphabet).length === codeLength) return typedCode(plain, alphabet);
  if (text.includes('://')) return null;
  const words = text.match(/(?<![\p{L}\p{N}])[\da-z]{6}(?![\p{L}\p{N}])/giu) ?? [];
  const codes = words.map((word) => ({ word, code: typedCode(word, alphabet) })).filter(({ code }) => code.length === codeLength);
  const withDigit = codes.filter(({ word }) => /\d/.test(word));
  // One code in ten has no digit; emails write it in capitals.
  const fitting = withDigit.length > 0 ? withDigit : codes.filter(({ word, code }) => word === code);
  return fitting.length === 1 ? (fitting[0]?.code ?? null) : null;
}
