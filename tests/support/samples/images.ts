/** Image files by their headers, for specs: the pixels are missing. */

export type Bytes = readonly (string | number | readonly number[] | Uint8Array)[];

/** Returns the bytes of texts, numbers, and bytes. */
export function bytesOf(...parts: Bytes): Uint8Array<ArrayBuffer> {
  const list = parts.flatMap((part) => {
    if (typeof part === 'string') return Array.from(part, (character) => character.charCodeAt(0));
    return typeof part === 'number' ? [part] : [...part];
  });
  return Uint8Array.from(list);
}

export const big = (value: number, size = 4) => Array.from({ length: size }, (_, at) => Math.floor(value / 256 ** (size - 1 - at)) % 256);
export const little = (value: number, size = 4) => big(value, size).reverse();
const zeros = (length: number) => Array.from({ length }, () => 0);

export const pngChunk = (name: string, data: readonly number[]) => bytesOf(big(data.length), name, data, zeros(4));
export const pngSize = (width: number, height: number) => pngChunk('IHDR', [...big(width), ...big(height), 8, 6, 0, 0, 0]);
export const pngFrame = (width: number, height: number, x = 0, y = 0) =>
  pngChunk('fcTL', [...zeros(4), ...big(width), ...big(height), ...big(x), ...big(y), ...zeros(6)]);
export const png = (width: number, height: number, ...chunks: readonly Uint8Array[]) =>
  bytesOf('\x89PNG\r\n\x1a\n', pngSize(width, height), ...chunks, pngChunk('IDAT', [1, 2, 3]), pngChunk('IEND', []));

export const jpegSegment = (marker: number, data: readonly number[]) => bytesOf(0xff, marker, big(data.length + 2, 2), data);
export const jpegSize = (width: number, height: number, marker = 0xc0) =>
  jpegSegment(marker, [8, ...big(height, 2), ...big(width, 2), 1, 1, 0x11, 0]);
export const jpeg = (...segments: readonly Uint8Array[]) =>
  bytesOf([0xff, 0xd8], ...segments, jpegSegment(0xda, [1, 1, 0, 0, 63, 0]), [0x12, 0x34, 0xff, 0xd9]);

/** An image block with its control before it, both of one data block. */
export const gifFrame = (width: number, height: number, x = 0, y = 0) =>
  bytesOf([0x21, 0xf9, 4, 0, 0, 0, 0, 0, 0x2c], ...[x, y, width, height].map((value) => little(value, 2)), [0, 2, 2, 0x44, 1, 0]);
export const gif = (width: number, height: number, ...frames: readonly Uint8Array[]) =>
  bytesOf('GIF89a', little(width, 2), little(height, 2), [0x80, 0, 0], zeros(6), ...frames, 0x3b);

export const webpChunk = (name: string, data: Uint8Array) => bytesOf(name, little(data.length), data, zeros(data.length % 2));
export const vp8 = (width: number, height: number) =>
  webpChunk('VP8 ', bytesOf([0, 0, 0, 0x9d, 0x01, 0x2a], little(width, 2), little(height, 2), 0));
export const vp8l = (width: number, height: number) => webpChunk('VP8L', bytesOf(0x2f, little(width - 1 + (height - 1) * 0x4000), 0));
export const vp8x = (width: number, height: number) =>
  webpChunk('VP8X', bytesOf(0x12, zeros(3), little(width - 1, 3), little(height - 1, 3)));
export const webpFrame = (width: number, height: number, content: Uint8Array, x = 0, y = 0) =>
  webpChunk('ANMF', bytesOf(little(x / 2, 3), little(y / 2, 3), little(width - 1, 3), little(height - 1, 3), zeros(4), content));
export function webp(...chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const content = bytesOf('WEBP', ...chunks);
  return bytesOf('RIFF', little(content.length), content);
}

export const bmp = (width: number, height: number, compression = 0, header = 40) =>
  bytesOf('BM', zeros(12), little(header), little(width), little(height), [1, 0, 24, 0], little(compression), zeros(header - 20), zeros(4));
export const oldBmp = (width: number, height: number) =>
  bytesOf('BM', zeros(12), little(12), little(width, 2), little(height, 2), [1, 0, 24, 0]);

/** Returns the `data:` URL of a file. */
export const dataUrlOf = (bytes: Uint8Array, type = 'image/png') => `data:${type};base64,${btoa(String.fromCharCode(...bytes))}`;

/** A picture of one pixel, which a browser can decode. */
export const pixelUrl =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
