/** Random values in the service's formats (wire/limits 5). */
import { secretLength } from '#contract/limits.ts';

/** Returns this number of random bytes. */
export type Random = (bytes: number) => Uint8Array;

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Returns lower-case Crockford base32, 5 bits a character. */
export function base32Text(random: Random, length: number): string {
  return Array.from(random(length), (byte) => alphabet[byte % 32]).join('');
}

/** Returns a refresh token, code or key secret: 45 characters. */
export function secretText(random: Random): string {
  return base32Text(random, secretLength);
}

/** Returns a UUID v4. */
export function uuid(random: Random): string {
  const bytes = Buffer.from(random(16));
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
