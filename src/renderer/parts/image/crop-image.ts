import { maxUploadedImageLength } from '#contract/limits.ts';

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

export interface CropArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Returns a part of an image as a `data:` URL that is small enough to be uploaded, or null if it can't be made that small. */
export async function cropImage(image: HTMLCanvasElement, area: CropArea): Promise<string | null> {
  const side = Math.max(area.width, area.height);
  const canvas = document.createElement('canvas');
  const encode = async ({ size, quality }: ImageEncoding) => {
    canvas.width = Math.max(1, Math.round((area.width / side) * size));
    canvas.height = Math.max(1, Math.round((area.height / side) * size));
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (context === null) return '';
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, canvas.width, canvas.height);
    // JPEG has no transparency.
    return canvas.toDataURL(hasTransparency(context, canvas) ? 'image/webp' : 'image/jpeg', quality);
  };
  return (await compressImage(encode, side, maxUploadedImageLength)) || null;
}

function hasTransparency(context: CanvasRenderingContext2D, { width, height }: HTMLCanvasElement): boolean {
  const { data } = context.getImageData(0, 0, width, height);
  for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 255) < 255) return true;
  return false;
}
