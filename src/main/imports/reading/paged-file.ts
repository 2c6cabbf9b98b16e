/** A private file of pages, each encrypted with a key that only this process has: what a crash leaves behind can't be read. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { ownerOnly } from '#system/private-file.ts';
import { removeFile } from '#system/remove-entry.ts';

export interface PagedFile {
  /** Adds a page. Rejects with the system's error, as for a full disk, after which the file is as it was. */
  append(bytes: Uint8Array): Promise<void>;
  /** Resolves to a page as it was written. Throws {@link PageDamaged} for anything else. */
  read(page: number): Promise<Buffer>;
  /** Number of pages. */
  pages(): number;
  /** Closes and deletes the file. */
  remove(): Promise<void>;
}

/** Thrown for a page that isn't what was written. */
export class PageDamaged extends Error {
  override readonly name = 'PageDamaged';
}

const algorithm = 'aes-256-gcm';
const tagLength = 16;

/** Creates the file. Rejects with the system's error. */
export async function createPagedFile(path: string): Promise<PagedFile> {
  const file = await open(path, 'wx+', ownerOnly);
  const key = randomBytes(32);
  const ends: number[] = [];
  let isRemoved = false;
  const endOf = (page: number) => ends[page] ?? 0;
  const append = async (bytes: Uint8Array) => {
    const cipher = createCipheriv(algorithm, key, nonceOf(ends.length));
    const sealed = Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    const start = endOf(ends.length - 1);
    await writeAll(file, sealed, start);
    ends.push(start + sealed.length);
  };
  // One after the other, because each starts where the one before ends.
  let last: Promise<unknown> = Promise.resolve();
  return {
    append(bytes) {
      const appended = last.then(() => append(bytes));
      last = appended.catch(() => undefined);
      return appended;
    },
    async read(page) {
      const start = endOf(page - 1);
      const sealed = Buffer.alloc(endOf(page) - start);
      const { bytesRead } = await file.read(sealed, 0, sealed.length, start);
      if (bytesRead !== sealed.length || bytesRead < tagLength) throw new PageDamaged();
      return opened(key, page, sealed);
    },
    pages: () => ends.length,
    async remove() {
      if (isRemoved) return;
      isRemoved = true;
      await last;
      await file.close();
      await removeFile(path);
    },
  };
}

/** A page is written once, so its number is a nonce. */
function nonceOf(page: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(page, 8);
  return nonce;
}

function opened(key: Buffer, page: number, sealed: Buffer): Buffer {
  const decipher = createDecipheriv(algorithm, key, nonceOf(page), { authTagLength: tagLength });
  decipher.setAuthTag(sealed.subarray(-tagLength));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, -tagLength)), decipher.final()]);
  } catch (cause) {
    throw new PageDamaged('', { cause });
  }
}

async function writeAll(file: FileHandle, bytes: Buffer, start: number): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at, bytes.length - at, start + at)).bytesWritten;
}
