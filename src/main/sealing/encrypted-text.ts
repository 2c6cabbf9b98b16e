/** Texts encrypted with a key: AES-256-GCM, which also authenticates the text and what belongs to it. */
import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { Ports } from '../ports/ports';

export const nonceBytes = 12;
export const tagBytes = 16;

const options = { authTagLength: tagBytes };

/** Returns a nonce that no other text has. */
export function newNonce(random: Ports['random']): Buffer {
  return Buffer.from(random(nonceBytes));
}

export interface Encryption {
  readonly key: Buffer;
  /** A new one for each text. */
  readonly nonce: Buffer;
  /** What is authenticated with the text, without being part of it. */
  readonly context: Buffer;
}

/** Returns the encrypted text, followed by its authentication tag, as base64. */
export function encryptText(text: string, { key, nonce, context }: Encryption): string {
  const sealing = createCipheriv('aes-256-gcm', key, nonce, options);
  sealing.setAAD(context);
  return Buffer.concat([sealing.update(text, 'utf8'), sealing.final(), sealing.getAuthTag()]).toString('base64');
}

/** Returns the text; null if the key or the context is another one, or the text was changed. */
export function decryptText(encrypted: string, { key, nonce, context }: Encryption): string | null {
  const content = Buffer.from(encrypted, 'base64');
  const opening = createDecipheriv('aes-256-gcm', key, nonce, options);
  opening.setAAD(context);
  opening.setAuthTag(content.subarray(-tagBytes));
  try {
    return Buffer.concat([opening.update(content.subarray(0, -tagBytes)), opening.final()]).toString('utf8');
  } catch {
    return null;
  }
}
