/** What an image file is, read from its bytes without decoding it: names and types of files are often wrong, and a small file can be a huge image. */

export type ImageKind = 'png' | 'jpeg' | 'gif' | 'bmp' | 'webp';

export interface ImageHeader {
  readonly kind: ImageKind;
  /** Pixels: the largest extent of anything in the file that a decoder reserves memory for. */
  readonly width: number;
  readonly height: number;
  /** Number of pictures that are shown one after the other; 1 for a still image. */
  readonly frames: number;
}

type Extent = Omit<ImageHeader, 'kind'>;

/** Returns the header of a PNG, JPEG, GIF, WebP, or BMP file; null for anything else, and for files that end within their header. */
export function imageHeaderOf(bytes: Uint8Array): ImageHeader | null {
  const kind = imageKindOf(bytes);
  if (kind === null) return null;
  const extent = extents[kind](new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  return extent === null || extent.width < 1 || extent.height < 1 ? null : { kind, ...extent };
}

/** Returns the format that a file claims by its first bytes; null for anything else. */
export function imageKindOf(bytes: Uint8Array): ImageKind | null {
  const start = String.fromCharCode(...bytes.subarray(0, 12));
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (/^GIF8[79]a/.test(start)) return 'gif';
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return 'webp';
  return start.startsWith('BM') ? 'bmp' : null;
}

const extents: Readonly<Record<ImageKind, (view: DataView) => Extent | null>> = {
  png: pngExtent,
  jpeg: jpegExtent,
  gif: gifExtent,
  webp: webpExtent,
  bmp: bmpExtent,
};

const none: Extent = { width: 0, height: 0, frames: 0 };

/** Returns the extent that covers both. */
function cover({ width, height, frames }: Extent, right: number, bottom: number, more = 0): Extent {
  return { width: Math.max(width, right), height: Math.max(height, bottom), frames: frames + more };
}

function still(extent: Extent): Extent {
  return { ...extent, frames: Math.max(1, extent.frames) };
}

/** Four characters that name a part of a file. */
function nameAt(view: DataView, at: number): string {
  return String.fromCharCode(...Array.from({ length: 4 }, (_, index) => view.getUint8(at + index)));
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) + view.getUint8(at + 2) * 0x10000;
}

/** The first chunk has the size; those of an animation have the areas of its frames, and say how many there are. */
function pngExtent(view: DataView): Extent | null {
  const size = view.byteLength;
  if (size < 33 || view.getUint32(8) !== 13 || nameAt(view, 12) !== 'IHDR') return null;
  let extent: Extent = { ...none, width: view.getUint32(16), height: view.getUint32(20) };
  let announced = 0;
  for (let at = 33; at + 8 <= size; at += view.getUint32(at) + 12) {
    const name = nameAt(view, at + 4);
    if (name === 'acTL' && at + 12 <= size) announced = Math.max(announced, view.getUint32(at + 8));
    if (name !== 'fcTL' || at + 28 > size) continue;
    const [width, height, x, y] = [12, 16, 20, 24].map((offset) => view.getUint32(at + offset)) as [number, number, number, number];
    extent = cover(extent, x + width, y + height, 1);
  }
  return still({ ...extent, frames: announced === 0 ? 0 : Math.max(announced, extent.frames) });
}

/** The size is in a segment before the first scan. Everything between segments is skipped, as decoders do. */
function jpegExtent(view: DataView): Extent | null {
  const size = view.byteLength;
  let extent: Extent | null = null;
  let at = 2;
  while (at + 1 < size) {
    if (view.getUint8(at) !== 0xff) {
      at += 1;
      continue;
    }
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) at += 1;
    else if (marker === 0xda || marker === 0xd9) break;
    else if (marker <= 1 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else if (at + 4 > size) break;
    else {
      const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
      if (isFrame && at + 9 <= size) extent = still(cover(extent ?? none, view.getUint16(at + 7), view.getUint16(at + 5)));
      at += 2 + Math.max(2, view.getUint16(at + 2));
    }
  }
  return extent;
}

/** The screen, and the areas of the frames, which may be larger. */
function gifExtent(view: DataView): Extent | null {
  const size = view.byteLength;
  if (size < 13) return null;
  let extent: Extent = { ...none, width: view.getUint16(6, true), height: view.getUint16(8, true) };
  let at = 13 + colorTable(view.getUint8(10));
  while (at < size) {
    const block = view.getUint8(at);
    if (block === 0x21) at = afterBlocks(view, at + 2);
    else if (block === 0x2c && at + 10 <= size) {
      const [x, y, width, height] = [1, 3, 5, 7].map((offset) => view.getUint16(at + offset, true)) as [number, number, number, number];
      extent = cover(extent, x + width, y + height, 1);
      at = afterBlocks(view, at + 11 + colorTable(view.getUint8(at + 9)));
    } else break;
  }
  return still(extent);
}

/** Returns the bytes of a GIF color table by the flags before it. */
function colorTable(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

/** Returns the offset after a GIF's sequence of data blocks, which an empty one ends. */
function afterBlocks(view: DataView, start: number): number {
  let at = start;
  while (at < view.byteLength && view.getUint8(at) !== 0) at += view.getUint8(at) + 1;
  return at + 1;
}

/** The canvas, the areas of the frames, and the sizes of the pictures in them. */
function webpExtent(view: DataView): Extent | null {
  const end = Math.min(view.byteLength, 8 + view.getUint32(4, true));
  let extent = none;
  for (let at = 12; at + 8 <= end; ) {
    const name = nameAt(view, at);
    const data = at + 8;
    // The parts of a frame follow its header, and are read like the others.
    const isFrame = name === 'ANMF' && data + 16 <= end;
    if (isFrame) {
      const [x, y, width, height] = [0, 3, 6, 9].map((offset) => uint24(view, data + offset)) as [number, number, number, number];
      extent = cover(extent, 2 * x + width + 1, 2 * y + height + 1, 1);
    } else {
      const [width, height] = webpSize(view, name, data, end) ?? [0, 0];
      extent = cover(extent, width, height);
    }
    const length = view.getUint32(at + 4, true);
    at = isFrame ? data + 16 : data + length + (length % 2);
  }
  return extent.width === 0 ? null : still(extent);
}

function webpSize(view: DataView, name: string, data: number, end: number): readonly [number, number] | null {
  if (name === 'VP8X' && data + 10 <= end) return [uint24(view, data + 4) + 1, uint24(view, data + 7) + 1];
  if (name === 'VP8 ' && data + 10 <= end && uint24(view, data + 3) === 0x2a019d)
    return [view.getUint16(data + 6, true) & 0x3fff, view.getUint16(data + 8, true) & 0x3fff];
  if (name !== 'VP8L' || data + 5 > end || view.getUint8(data) !== 0x2f) return null;
  const bits = view.getUint32(data + 1, true);
  return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
}

/** Compressions of pixels. Others are whole files of another format. */
const bmpCompressions = [0, 1, 2, 3, 6];

/** The header has two forms; a negative height means that the rows start at the top. */
function bmpExtent(view: DataView): Extent | null {
  const size = view.byteLength;
  if (size < 26) return null;
  const header = view.getUint32(14, true);
  if (header === 12) return { width: view.getUint16(18, true), height: view.getUint16(20, true), frames: 1 };
  if (header < 16 || header > 124 || size < 14 + header) return null;
  if (header >= 20 && !bmpCompressions.includes(view.getUint32(30, true))) return null;
  return { width: view.getInt32(18, true), height: Math.abs(view.getInt32(22, true)), frames: 1 };
}
