/** Seals texts with a passphrase: scrypt derives a key, with which AES-256-GCM encrypts the text and authenticates the header. */
import { createCipheriv, createDecipheriv, createHash, type ScryptOptions, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';
import { fail } from '../../../contract/errors';
import { looksSealed, maxSealedLength, sealedFormat } from '../../../contract/transfer/sealed-format';
import type { Ports } from '../../ports';

const deriveBytes = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

const version = 1;
const saltBytes = 16;
const nonceBytes = 12;
const tagBytes = 16;
const keyBytes = 32;

/** How expensive a guess of the passphrase is. Memory is 128 × cost × blockSize bytes. */
export interface SealCost {
  readonly cost: number;
  readonly blockSize: number;
  readonly parallelization: number;
}
/** 128 MiB and about half a second. */
export const defaultCost: SealCost = { cost: 2 ** 17, blockSize: 8, parallelization: 1 };
/** What a file may require, so that a hostile one can't exhaust the memory. */
const maxMemoryBytes = 256 * 1024 * 1024;
const maxParallelization = 4;

const heading = z.object({ format: z.literal(sealedFormat), version: z.int().min(1) });
const bytes = (min: number, max = min) => z.string().refine((text) => isBase64(text, min, max));
const kdf = z.strictObject({
  name: z.literal('scrypt'),
  cost: z.int().min(2).refine(isPowerOfTwo),
  blockSize: z.int().min(1),
  parallelization: z.int().min(1),
  salt: bytes(saltBytes),
});
const header = z.strictObject({
  ...heading.shape,
  kdf,
  cipher: z.strictObject({ name: z.literal('aes-256-gcm'), nonce: bytes(nonceBytes) }),
});
type Header = z.output<typeof header>;
const sealedFile = z.strictObject({
  ...header.shape,
  /** The encrypted text, followed by its authentication tag. */
  content: bytes(tagBytes, maxSealedLength),
  /** Tells damage from a wrong passphrase. Protects nothing: the authentication tag does. */
  checksum: bytes(32),
});
export type SealedFile = z.output<typeof sealedFile>;

/** Returns the sealed text. Throws `import-too-large` if it would be too long to import. */
export async function seal(text: string, passphrase: string, random: Ports['random'], cost = defaultCost): Promise<string> {
  const base64 = (count: number) => Buffer.from(random(count)).toString('base64');
  const head: Header = {
    format: sealedFormat,
    version,
    kdf: { name: 'scrypt', ...cost, salt: base64(saltBytes) },
    cipher: { name: 'aes-256-gcm', nonce: base64(nonceBytes) },
  };
  const key = await deriveKey(passphrase, head);
  const cipher = createCipheriv('aes-256-gcm', key, Buffer.from(head.cipher.nonce, 'base64'), { authTagLength: tagBytes });
  key.fill(0);
  cipher.setAAD(headerBytes(head));
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64');
  const sealed = `${JSON.stringify({ ...head, content, checksum: checksumOf(head, content) }, null, 2)}\n`;
  if (sealed.length > maxSealedLength) throw fail('import-too-large');
  return sealed;
}

/**
 * Parses a sealed file and checks everything that doesn't require the passphrase. Throws `import-unreadable` for other files,
 * `import-damaged`, `import-newer`, and `sealed-too-costly` if it requires more memory than allowed.
 */
export function parseSealed(text: string): SealedFile {
  const value = parseJson(text);
  const head = heading.safeParse(value);
  if (!head.success) throw fail(looksSealed(text) ? 'import-damaged' : 'import-unreadable');
  if (head.data.version > version) throw fail('import-newer');
  const found = sealedFile.safeParse(value);
  if (!found.success || checksumOf(found.data, found.data.content) !== found.data.checksum) throw fail('import-damaged');
  const { cost, blockSize, parallelization } = found.data.kdf;
  if (memoryOf({ cost, blockSize }) > maxMemoryBytes || parallelization > maxParallelization) throw fail('sealed-too-costly');
  return found.data;
}

/** Returns the text of a sealed file. Throws `passphrase-wrong`, also for a file that was changed on purpose. */
export async function unseal(file: SealedFile, passphrase: string): Promise<string> {
  const key = await deriveKey(passphrase, file);
  const content = Buffer.from(file.content, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(file.cipher.nonce, 'base64'), { authTagLength: tagBytes });
  key.fill(0);
  decipher.setAAD(headerBytes(file));
  decipher.setAuthTag(content.subarray(-tagBytes));
  try {
    return Buffer.concat([decipher.update(content.subarray(0, -tagBytes)), decipher.final()]).toString('utf8');
  } catch (cause) {
    throw fail('passphrase-wrong', {}, cause);
  }
}

/** Throws `sealed-too-costly` if there isn't enough memory, or scrypt doesn't accept the parameters. */
async function deriveKey(passphrase: string, { kdf: { cost, blockSize, parallelization, salt } }: Header): Promise<Buffer> {
  const maxmem = memoryOf({ cost, blockSize }) + 128 * blockSize * (parallelization + 2);
  const options = { N: cost, r: blockSize, p: parallelization, maxmem };
  try {
    // Other systems may encode the same characters in another way.
    return await deriveBytes(passphrase.normalize('NFKC'), Buffer.from(salt, 'base64'), keyBytes, options);
  } catch (cause) {
    throw fail('sealed-too-costly', {}, cause);
  }
}

function memoryOf({ cost, blockSize }: Pick<SealCost, 'cost' | 'blockSize'>): number {
  return 128 * cost * blockSize;
}

/** Returns the header in one form, whatever the order and spaces of the file. */
function headerBytes({ format, version: own, kdf: { name, cost, blockSize, parallelization, salt }, cipher }: Header): Buffer {
  return Buffer.from(JSON.stringify([format, own, name, cost, blockSize, parallelization, salt, cipher.name, cipher.nonce]));
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

/** Whether a text is the base64 form of so many bytes: the only one, so that no change of the text goes unnoticed. */
function isBase64(text: string, min: number, max: number): boolean {
  const decoded = Buffer.from(text, 'base64');
  return decoded.length >= min && decoded.length <= max && decoded.toString('base64') === text;
}

function isPowerOfTwo(value: number): boolean {
  return Number.isInteger(Math.log2(value));
}
