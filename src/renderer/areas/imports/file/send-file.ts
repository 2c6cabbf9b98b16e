/** A chosen file on its way to the main process, which keeps a private copy: a page has no path to give. */
import { importPartBytes } from '#contract/imports/source.ts';

/** The part of a file that is needed here. */
export type SentFile = Pick<Blob, 'size' | 'slice'>;

/**
 * Sends a file in parts, one after the other, until it ends or `isOver` says so. Resolves to whether it could be read to its end: a browser refuses to
 * read a file that was changed after it was chosen. Throws what `append` throws.
 */
export async function sendFile(
  file: SentFile,
  append: (part: { readonly position: number; readonly data: string }) => Promise<unknown>,
  isOver: () => boolean = () => false,
): Promise<boolean> {
  for (let position = 0; position < file.size && !isOver(); position += importPartBytes) {
    const data = await toBase64(file.slice(position, position + importPartBytes)).catch(() => null);
    if (data === null) return false;
    await append({ position, data });
  }
  return true;
}

async function toBase64(part: Blob): Promise<string> {
  const bytes = new Uint8Array(await part.arrayBuffer());
  let text = '';
  // As many arguments as every engine takes.
  const step = 0x8000;
  for (let at = 0; at < bytes.length; at += step) text += String.fromCharCode(...bytes.subarray(at, at + step));
  return btoa(text);
}
