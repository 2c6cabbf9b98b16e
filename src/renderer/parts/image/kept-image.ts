/** An image that was just saved, and that the service stores elsewhere: the page shows only images that it has as data. */
export interface KeptImage {
  /** What was saved, as a `data:` URL. */
  readonly data: string;
  /** The URL before it was saved. */
  readonly before: string | null;
  /** The URL that the service gave it; null until it is known. */
  readonly after: string | null;
}

const isRemote = (url: string | null): url is string => url !== null && !url.startsWith('data:');

/** Returns what is known once the object has a URL: the first other one is that of the saved image. */
export function withUrl(kept: KeptImage | null, imageUrl: string | null): KeptImage | null {
  if (kept === null || kept.after !== null || !isRemote(imageUrl) || imageUrl === kept.before) return kept;
  return { ...kept, after: imageUrl };
}

/** Returns the URL of the image to show. */
export function shownImage(kept: KeptImage | null, imageUrl: string | null): string | null {
  return kept !== null && kept.after !== null && kept.after === imageUrl ? kept.data : imageUrl;
}
