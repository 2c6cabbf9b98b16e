/** Images that are sent as data and come back as URLs: those of profiles (wire/newer 2.2, 2.8.28), and logos (wire/later 8). */
import { imageHeaderOf, imageKindOf } from '#contract/pictures/image-header.ts';
import { uuid } from '../random';
import { insertFile, pathOfFile, storedUrl } from '../stores/file-store';
import type { SandboxContext } from './context';
import { plainFailure } from './failures';

type ImageContext = Pick<SandboxContext, 'store' | 'random' | 'release' | 'baseUrl'>;

/** Returns the bytes of an image as data; null for other URLs. */
function dataOf(url: string): Uint8Array<ArrayBuffer> | null {
  const [prefix] = /^data:image\/[a-z]+;base64,/i.exec(url) ?? [];
  return prefix === undefined ? null : new Uint8Array(Buffer.from(url.slice(prefix.length), 'base64'));
}

function storeImage({ store, random }: ImageContext, bytes: Uint8Array<ArrayBuffer>): string {
  const id = uuid(random);
  const kind = imageKindOf(bytes);
  insertFile(store, id, { type: kind === null ? 'application/octet-stream' : `image/${kind}`, bytes });
  return pathOfFile(id);
}

/** Returns what to store of the URL of a profile's image, which is a file from 2.8.28 on if it is data. */
export function storedProfileImage(context: ImageContext, url: string | null): string | null {
  if (url === null || !context.release.has('stored-images')) return url;
  const bytes = dataOf(url);
  return bytes === null ? storedUrl(context.baseUrl, url) : storeImage(context, bytes);
}

const logoKinds = ['jpeg', 'png', 'webp'];
const allowedTypes = logoKinds.map((kind) => `image/${kind}`).join(', ');
/** Pixels. */
const maxSide = 4096;

/** Returns what to store of the URL of a logo, which is a file if it is data. Throws plain-text failures for other schemes, and for other images. */
export function storedLogo(context: ImageContext, url: string): string {
  if (/^https?:/i.test(url)) return storedUrl(context.baseUrl, url);
  const bytes = dataOf(url);
  if (bytes === null) throw plainFailure(400, 'Invalid profile image URL');
  const header = imageHeaderOf(bytes);
  if (header === null) throw plainFailure(400, 'Invalid image format or corrupted image data');
  const { kind, width, height } = header;
  if (!logoKinds.includes(kind)) throw plainFailure(400, `Image type image/${kind} is not allowed. Allowed types: ${allowedTypes}`);
  for (const [name, side] of Object.entries({ width, height }))
    if (side > maxSide) throw plainFailure(400, `Image ${name} (${side}px) exceeds maximum allowed ${name} (${maxSide}px)`);
  return storeImage(context, bytes);
}
