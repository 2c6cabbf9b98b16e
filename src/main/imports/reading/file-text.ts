/** The text of a file's pages, in the encoding that it has. */
import { isUtf8 } from 'node:buffer';
import type { ImportEncoding } from '#contract/imports/source.ts';
import type { PagedFile } from './paged-file';

const marks: readonly { readonly encoding: ImportEncoding; readonly bytes: readonly number[] }[] = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
];

/** Bytes of the start of a file by which its encoding is found. */
const probeBytes = 65_536;

/** Returns the encoding of a file by its start: by its mark, by zeros in each second byte, or by whether it is UTF-8. */
export function findEncoding(start: Uint8Array): { readonly encoding: ImportEncoding; readonly hasByteOrderMark: boolean } {
  const marked = marks.find(({ bytes }) => bytes.every((byte, at) => start[at] === byte));
  if (marked !== undefined) return { encoding: marked.encoding, hasByteOrderMark: true };
  const probe = start.subarray(0, probeBytes);
  const zeros = (offset: number) => probe.reduce((sum, byte, at) => sum + (at % 2 === offset && byte === 0 ? 1 : 0), 0);
  const [even, odd] = [zeros(0), zeros(1)];
  const isHalf = (count: number) => probe.length >= 4 && count > probe.length / 8;
  if (isHalf(odd) && odd > even * 4) return { encoding: 'utf-16le', hasByteOrderMark: false };
  if (isHalf(even) && even > odd * 4) return { encoding: 'utf-16be', hasByteOrderMark: false };
  return { encoding: isUtf8(wholeCharacters(start)) ? 'utf-8' : 'windows-1252', hasByteOrderMark: false };
}

/** Returns bytes without a character of UTF-8 that is cut off at their end. */
function wholeCharacters(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= 3 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc0) return bytes.subarray(0, bytes.length - back);
    if (byte < 0x80) return bytes;
  }
  return bytes;
}

/** Characters of a piece of text: the lines of a piece are all in memory at once. */
const pieceLength = 262_144;

/** Yields the text of a file in pieces, without its mark. What isn't text in the encoding becomes U+FFFD. Throws what reading pages does. */
export async function* textOf(file: Pick<PagedFile, 'read' | 'pages'>, encoding: ImportEncoding): AsyncGenerator<string> {
  const decode = decoderOf(encoding);
  for (let page = 0; page < file.pages(); page += 1) {
    const text = decode(await file.read(page), page === file.pages() - 1);
    for (let at = 0; at < text.length; at += pieceLength) yield text.slice(at, at + pieceLength);
  }
}

function decoderOf(encoding: ImportEncoding): (bytes: Buffer, isLast: boolean) => string {
  if (encoding === 'windows-1252') return (bytes) => bytes.toString('latin1').replace(/[\x80-\x9f]/g, windowsCharacter);
  const decoder = new TextDecoder(encoding);
  return (bytes, isLast) => decoder.decode(bytes, { stream: !isLast });
}

/** The characters of Windows-1252 from 0x80 on, where it differs from Latin-1; decoders differ about them. */
const windowsCharacters = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

function windowsCharacter(character: string): string {
  return windowsCharacters[character.charCodeAt(0) - 0x80] ?? character;
}
