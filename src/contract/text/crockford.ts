/** Lower-case Crockford base32, the alphabet of the service's random values (wire/limits 5). */
const alphabet = new TextEncoder().encode('0123456789abcdefghjkmnpqrstvwxyz');
const decoder = new TextDecoder();

/** Encodes bytes with five bits per character, padded with zero bits. 28 bytes result in 45 characters. */
export function crockford32(bytes: Uint8Array): string {
  const digits = new Uint8Array(Math.ceil((bytes.length * 8) / 5));
  for (let at = 0; at < digits.length; at += 1) {
    const byte = (at * 5) >> 3;
    const two = ((bytes[byte] ?? 0) << 8) | (bytes[byte + 1] ?? 0);
    digits[at] = alphabet[(two >> (11 - ((at * 5) & 7))) & 31] ?? 0;
  }
  return decoder.decode(digits);
}
