/** Lower-case Crockford base32, the alphabet of the service's random values (wire/limits 5). */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Encodes bytes with five bits per character, padded with zero bits. 28 bytes result in 45 characters. */
export function crockford32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let buffer = 0;
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet[(buffer >> bits) & 31];
    }
    buffer &= (1 << bits) - 1;
  }
  return bits > 0 ? text + alphabet[(buffer << (5 - bits)) & 31] : text;
}
