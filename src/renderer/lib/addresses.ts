/** Email addresses in texts that were typed, or pasted from an email program, a spreadsheet, or a web page. */
import { narrowText } from '#contract/text/machine-text.ts';
import { withoutInvisible } from '#contract/text/visible-text.ts';

export interface ReadAddresses {
  /** Each part with an @, as it is: also what isn't a valid address, to be corrected. */
  readonly addresses: readonly string[];
  /** What stands beside the addresses: neither one of them, nor the name of one, nor a number or a bullet of a list. */
  readonly leftOut: readonly string[];
}

/** What stands around an address and isn't a part of it: brackets, quotation marks, bullets, and the punctuation of a sentence. */
const before = /^(?:[<>()[\]{}'‘’‚‹›•◦▪·*–—:.!?…-]|mailto:)+/i;
const after = /(?<![<>()[\]{}'‘’‹›:.!?…])[<>()[\]{}'‘’‹›:.!?…]+$/;

/** Reads the addresses in a text, in their order. A name in front of an address in angle brackets belongs to the address. */
export function readAddresses(text: string): ReadAddresses {
  const addresses: string[] = [];
  const leftOut: string[] = [];
  const take = (part: string, hasName: boolean) => {
    // The name starts behind the entry before it.
    const nameStart = hasName ? Math.max(part.lastIndexOf(';'), part.lastIndexOf('\n')) : part.length;
    for (const [word, at] of wordsOf(part)) {
      if (word.includes('@')) addresses.push(word);
      else if (at <= nameStart && !/^\d*$/.test(word)) leftOut.push(word);
    }
  };
  const shown = withoutInvisible(narrowText(text)).replace(/\r\n?/g, '\n').replaceAll('](', '] (');
  let end = 0;
  for (const { 0: all, 1: inner = '', index } of shown.matchAll(/<([^<>\n]*)>/g)) {
    take(shown.slice(end, index), inner.includes('@'));
    take(inner, false);
    end = index + all.length;
  }
  take(shown.slice(end), false);
  return { addresses, leftOut };
}

/** Returns the words of a text with their positions, without the characters around them. */
function wordsOf(text: string): [word: string, at: number][] {
  return [...text.matchAll(/[^\s,;|、"“”„«»]+/g)].map(({ 0: word, index }) => [bare(word), index]);
}

function bare(word: string): string {
  const inner = withoutKind(word).replace(before, '').replace(after, '');
  // A link of a web page can have a subject or a text.
  return /(?:^|:)['<(]*mailto:/i.test(word) ? decoded(inner.replace(/\?.*$/s, '')) : inner;
}

/** What ends in a colon before an address is the property of a card, or the kind of the address. */
function withoutKind(word: string): string {
  const at = word.indexOf('@');
  const kind = word.slice(0, at < 0 ? 0 : word.lastIndexOf(':', at) + 1);
  return kind.includes('/') || word.startsWith('//', kind.length) ? word : word.slice(kind.length);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
