/** Lower-case Crockford base32, the alphabet of the service's random values (wire/limits 5). */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Encodes bytes, five bits a character, the last one padded with zero bits. 28 bytes give 45 characters. */
export function crockford32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet[(held >> bits) & 31];
    }
    held &= (1 << bits) - 1;
  }
  return bits > 0 ? text + alphabet[(held << (5 - bits)) & 31] : text;
}
