/** Which pictures of others are decoded: decided by their bytes, before a decoder sees them. Used for what windows show and for documents in frames. */
import { maxPicturePixels, maxPictureSide } from '../limits';
import { type ImageHeader, imageHeaderOf, imageKindOf } from './image-header';

export type PictureProblem = 'wrong-type' | 'unreadable' | 'too-many-pixels';

/** A picture that can be decoded. */
export interface Picture extends ImageHeader {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The picture as a `data:` URL with its real type. */
  readonly url: string;
}

/** Returns the header of a picture that may be decoded, or the reason why it must not be. */
export function checkPicture(bytes: Uint8Array): ImageHeader | PictureProblem {
  const header = imageHeaderOf(bytes);
  if (header === null) return imageKindOf(bytes) === null ? 'wrong-type' : 'unreadable';
  const { kind, width, height, frames } = header;
  const passes = kind === 'jpeg' ? Math.max(1, jpegScans(bytes)) : frames;
  const isLarge = width > maxPictureSide || height > maxPictureSide || width * height * passes > maxPicturePixels;
  return isLarge ? 'too-many-pixels' : header;
}

/** The types that pictures are stored with. Scripts and styles of an SVG don't run in a picture, but drawing it can take any time. */
const dataUrl = /^data:image\/(?:png|jpe?g|pjpeg|gif|webp|bmp|x-ms-bmp)(?:;[\w.=-]+)*;base64,/i;

/** Returns a picture by its `data:` URL; null for other URLs, and for pictures that must not be decoded. */
export function pictureOf(url: string): Picture | null {
  const prefix = dataUrl.exec(url.slice(0, 200))?.[0];
  if (prefix === undefined) return null;
  const base64 = url.slice(prefix.length).replace(/[\t\n\f\r ]/g, '');
  const bytes = decode(base64);
  if (bytes === null) return null;
  const header = checkPicture(bytes);
  return typeof header === 'string' ? null : { ...header, bytes, url: `data:image/${header.kind};base64,${base64}` };
}

/** Whether a text is a `data:` URL of any type. */
export function isDataUrl(url: string): boolean {
  return /^\s*data:/i.test(url);
}

function decode(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

/**
 * Returns how many scans a JPEG file has: a decoder goes over the whole picture in each, so that a small file of many takes minutes. Counts what
 * could be one, also behind the end of the picture and in other files inside it.
 */
function jpegScans(bytes: Uint8Array): number {
  let scans = 0;
  for (let at = bytes.indexOf(0xff); at >= 0; at = bytes.indexOf(0xff, at + 1)) if (bytes[at + 1] === 0xda) scans += 1;
  return scans;
}
