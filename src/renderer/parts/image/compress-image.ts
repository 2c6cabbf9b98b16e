/** Finds the best encoding of an image that is small enough. */

export interface ImageEncoding {
  /** Pixels of the longer side. */
  readonly size: number;
  /** From 0 to 1; formats without loss ignore it. */
  readonly quality: number;
}

const sizes = [512, 384, 256, 192, 128, 96, 64] as const;
const qualities = [0.9, 0.8, 0.65, 0.5] as const;

/**
 * Returns the `data:` URL of the largest and best encoding that has at most `maxLength` characters; null if none has. `side` is
 * the number of pixels of the longer side of the source, which isn't enlarged.
 */
export async function compressImage(
  encode: (encoding: ImageEncoding) => Promise<string>,
  side: number,
  maxLength: number,
): Promise<string | null> {
  const own = Math.max(1, Math.min(sizes[0], Math.round(side)));
  for (const size of [own, ...sizes.filter((smaller) => smaller < own)]) {
    for (const quality of qualities) {
      const url = await encode({ size, quality });
      if (url.length <= maxLength) return url;
    }
  }
  return null;
}
