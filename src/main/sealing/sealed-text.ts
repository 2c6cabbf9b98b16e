/** Texts sealed with a key: AES-256-GCM encrypts the text and authenticates the header (ADR 30). */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Ports } from '../ports/ports';
import { decryptText, encryptText, newNonce, nonceBytes, tagBytes } from './encrypted-text';
import { base64Bytes, isTooCostly, isWritten, type KeyCost, keyDerivation, type PassphraseKey } from './passphrase-key';

/** A kind of sealed file. */
export interface SealedFormat {
  readonly format: string;
  readonly version: number;
  /** Maximum characters of a file. */
  readonly maxLength: number;
}

const cipher = z.strictObject({ name: z.literal('aes-256-gcm'), nonce: base64Bytes(nonceBytes) });
const header = z.strictObject({ format: z.string(), version: z.int().min(1), kdf: keyDerivation, cipher });
type Header = z.output<typeof header>;
const heading = header.pick({ format: true, version: true }).loose();

const sealedFile = (maxLength: number) =>
  z.strictObject({
    ...header.shape,
    /** The encrypted text, followed by its authentication tag. */
    content: base64Bytes(tagBytes, maxLength),
    /** Tells damage from a wrong passphrase. Protects nothing: the authentication tag does. */
    checksum: base64Bytes(32),
  });
export type SealedFile = z.output<ReturnType<typeof sealedFile>>;

/** A parsed file, or why it can't be opened with any passphrase. */
export type ParsedSealed =
  | { readonly kind: 'sealed'; readonly file: SealedFile }
  | { readonly kind: 'foreign' | 'damaged' | 'newer' | 'too-costly' };

/** Returns the sealed text, with a new nonce. */
export function sealText({ format, version }: SealedFormat, text: string, key: PassphraseKey, random: Ports['random']): string {
  const nonce = newNonce(random);
  const head: Header = {
    format,
    version,
    kdf: key.derivation,
    cipher: { name: 'aes-256-gcm', nonce: nonce.toString('base64') },
  };
  const content = encryptText(text, { key: key.bytes, nonce, context: headerBytes(head) });
  return `${JSON.stringify({ ...head, content, checksum: checksumOf(head, content) }, null, 2)}\n`;
}

/** Parses a sealed file and checks everything that doesn't require the passphrase. `costs` are the parameters that are allowed. */
export function parseSealedText({ format, version, maxLength }: SealedFormat, text: string, costs?: readonly KeyCost[]): ParsedSealed {
  const value = parseJson(text);
  const head = heading.safeParse(value);
  if (!head.success || head.data.format !== format) return { kind: 'foreign' };
  if (head.data.version > version) return { kind: 'newer' };
  const found = sealedFile(maxLength).safeParse(value);
  if (!found.success || checksumOf(found.data, found.data.content) !== found.data.checksum) return { kind: 'damaged' };
  if (isTooCostly(found.data.kdf)) return { kind: 'too-costly' };
  return isWritten(found.data.kdf, costs) ? { kind: 'sealed', file: found.data } : { kind: 'damaged' };
}

/** Returns the text of a sealed file; null if the key is another one, or the file was changed on purpose. */
export function openSealedText(file: SealedFile, { bytes }: Pick<PassphraseKey, 'bytes'>): string | null {
  return decryptText(file.content, { key: bytes, nonce: Buffer.from(file.cipher.nonce, 'base64'), context: headerBytes(file) });
}

/** Returns the header in one form, whatever the order and spaces of the file. */
function headerBytes({ format, version, kdf: { name, cost, blockSize, parallelization, salt }, cipher: own }: Header): Buffer {
  return Buffer.from(JSON.stringify([format, version, name, cost, blockSize, parallelization, salt, own.name, own.nonce]));
}

function checksumOf(head: Header, content: string): string {
  return createHash('sha256').update(headerBytes(head)).update(content).digest('base64');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
