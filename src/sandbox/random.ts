/** Random values in the service's formats (wire/limits 5). */
import { secretLength } from '#contract/limits.ts';

/** Returns this number of random bytes. */
export type Random = (bytes: number) => Uint8Array;

const drawnBytes = 8192;

/** Returns random bytes that are drawn many at once, because a draw costs more than its bytes. No byte is returned twice. */
export function drawnAtOnce(draw: Random): Random {
  let drawn = new Uint8Array();
  let used = 0;
  return (bytes) => {
    if (bytes > drawnBytes) return draw(bytes);
    if (used + bytes > drawn.length) {
      drawn = new Uint8Array(draw(drawnBytes));
      used = 0;
    }
    used += bytes;
    return drawn.subarray(used - bytes, used);
  };
}

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Returns lower-case Crockford base32, 5 bits a character. */
export function base32Text(random: Random, length: number): string {
  let text = '';
  for (const byte of random(length)) text += alphabet[byte % 32];
  return text;
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
