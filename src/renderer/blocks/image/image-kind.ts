/** What a file is by its content: names and types of files are often wrong. */

export type ImageKind = 'png' | 'jpeg' | 'gif' | 'bmp' | 'webp';

const text = (bytes: Uint8Array, at: number, length: number) => String.fromCharCode(...bytes.subarray(at, at + length));

/** Returns the format of an image, one of those that the service accepts, or null. */
export function imageKindOf(bytes: Uint8Array): ImageKind | null {
  if (text(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (text(bytes, 0, 3) === '\xff\xd8\xff') return 'jpeg';
  if (/^GIF8[79]a$/.test(text(bytes, 0, 6))) return 'gif';
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 4) === 'WEBP') return 'webp';
  return text(bytes, 0, 2) === 'BM' ? 'bmp' : null;
}

/** Returns whether an image has several frames. */
export function isAnimated(bytes: Uint8Array, kind: ImageKind): boolean {
  if (kind === 'png') return chunksOf(bytes, 8, 'png').includes('acTL');
  if (kind === 'webp') return chunksOf(bytes, 12, 'webp').includes('ANIM');
  return kind === 'gif' && gifFrames(bytes) > 1;
}

/** Returns the names of the chunks of a PNG or WebP file. */
function chunksOf(bytes: Uint8Array, start: number, kind: 'png' | 'webp'): string[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const names: string[] = [];
  for (let at = start; at + 8 <= bytes.length; ) {
    const isPng = kind === 'png';
    names.push(text(bytes, isPng ? at + 4 : at, 4));
    const length = view.getUint32(isPng ? at : at + 4, !isPng);
    at += isPng ? length + 12 : 8 + length + (length % 2);
  }
  return names;
}

/** Returns the number of frames of a GIF file, at most 2. */
function gifFrames(bytes: Uint8Array): number {
  let frames = 0;
  let at = 13 + colorTable(bytes[10]);
  while (at < bytes.length && frames < 2) {
    const block = bytes[at];
    if (block === 0x2c) {
      frames += 1;
      at = skipBlocks(bytes, at + 11 + colorTable(bytes[at + 9]));
    } else if (block === 0x21) at = skipBlocks(bytes, at + 2);
    else break;
  }
  return frames;
}

/** Returns the bytes of a GIF color table by the flags before it. */
function colorTable(flags = 0): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

/** Returns the offset after a GIF's sequence of data blocks, which an empty one ends. */
function skipBlocks(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== 0) at += (bytes[at] ?? 0) + 1;
  return at + 1;
}
