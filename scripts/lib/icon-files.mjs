/** The two containers that Windows and macOS want an icon's sizes in. Both hold PNGs as they are. */

/**
 * An .ico file.
 * @param {ReadonlyMap<number, Buffer>} pictures PNGs by their size, at most 256.
 */
export function ico(pictures) {
  const head = Buffer.alloc(6 + 16 * pictures.size);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.size, 4);
  let at = 6;
  let offset = head.length;
  for (const [size, picture] of pictures) {
    // 256 does not fit a byte: the format writes it as 0.
    head.writeUInt8(size % 256, at);
    head.writeUInt8(size % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(picture.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    at += 16;
    offset += picture.length;
  }
  return Buffer.concat([head, ...pictures.values()]);
}

/** What macOS calls each size; those it does not know are left out. */
const icnsNames = new Map([
  [16, 'icp4'],
  [32, 'icp5'],
  [64, 'icp6'],
  [128, 'ic07'],
  [256, 'ic08'],
  [512, 'ic09'],
  [1024, 'ic10'],
]);

/**
 * An .icns file.
 * @param {ReadonlyMap<number, Buffer>} pictures PNGs by their size.
 */
export function icns(pictures) {
  const parts = [...pictures].flatMap(([size, picture]) => {
    const name = icnsNames.get(size);
    return name === undefined ? [] : [chunk(name, picture)];
  });
  return chunk('icns', Buffer.concat(parts));
}

/** @param {string} name @param {Buffer} content */
function chunk(name, content) {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32BE(head.length + content.length, 4);
  return Buffer.concat([head, content]);
}
