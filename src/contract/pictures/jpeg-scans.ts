/**
 * Returns how many scans a JPEG file has: a decoder goes over the whole picture in each, so that a small file of many takes minutes. Counts what
 * could be one, also behind the end of the picture and in other files inside it.
 */
export function jpegScans(bytes: Uint8Array): number {
  let scans = 0;
  for (let at = bytes.indexOf(0xff); at >= 0; at = bytes.indexOf(0xff, at + 1)) if (bytes[at + 1] === 0xda) scans += 1;
  return scans;
}
