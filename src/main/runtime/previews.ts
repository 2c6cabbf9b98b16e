/** Documents that windows show in a frame: HTML that others wrote, without scripts, network, and navigation. */
import type { Bridge } from '#contract/bridge/index.ts';
import { previewPath } from '#contract/bridge/previews.ts';
import type { Handlers } from '#contract/definitions.ts';
import { maxPicturePixels } from '#contract/limits.ts';
import { type Picture, pictureOf } from '#contract/pictures/picture.ts';
import type { Caller } from '../ports/caller';

export interface Previews {
  /** Returns the document at a path, or one of its pictures; null if there is none. */
  read(path: string): string | Picture | null;
  /** Deletes the documents of a window that was closed. */
  forgetWindow(windowId: string): void;
  readonly handlers: Pick<Handlers<Bridge, Caller>, 'previews'>;
}

/** Documents that are kept for each window: one that is shown, and some while it is replaced. */
const keptPerWindow = 8;

/** Creates the previews, kept in memory. `newId` returns texts that can't be guessed. */
export function createPreviews(newId: () => string): Previews {
  const byWindow = new Map<string, Map<string, WithPictures>>();

  const keep = (windowId: string, html: string): string => {
    const own = byWindow.get(windowId) ?? new Map<string, WithPictures>();
    byWindow.set(windowId, own);
    const path = `${previewPath}${newId()}`;
    own.set(path, takePictures(inertDocument(html), path));
    const [oldest] = own.keys();
    if (own.size > keptPerWindow && oldest !== undefined) own.delete(oldest);
    return path;
  };

  return {
    read(path) {
      const [, document = path, index] = /^(\/[^/]*\/[^/]*)\/(0|[1-9]\d{0,4})$/.exec(path) ?? [];
      for (const own of byWindow.values()) {
        const found = own.get(index === undefined ? path : document);
        if (found !== undefined) return index === undefined ? found.html : (found.pictures[Number(index)] ?? null);
      }
      return null;
    },
    forgetWindow: (windowId) => void byWindow.delete(windowId),
    handlers: { previews: { show: async ({ html }, { windowId }) => ({ path: keep(windowId, html) }) } },
  };
}

/**
 * Returns a document whose links open nowhere, because its frame must not open windows. Elements that look up or connect to other hosts
 * without loading anything, which no policy prevents, become elements without a meaning, and so do drawings, which can take any time: mail
 * programs don't show them either. Nothing is removed, so nothing can come together.
 */
export function inertDocument(html: string): string {
  const inert = html.replace(/<(link|meta|base|svg)(?=[\s/>])/gi, '<param');
  return `<!doctype html><meta charset="utf-8"><base target="_blank">${inert}`;
}

/** The pictures that a document contains as `data:` URLs, moved out of it, so that its frame shows only those that were checked. */
interface WithPictures {
  readonly html: string;
  readonly pictures: readonly Picture[];
}

/** As documents contain them. Other ways of writing one are blocked by the policy of the frame. */
const dataPicture = /data:image\/[\w.+-]+(?:;[\w.=-]+)*;base64,[A-Za-z0-9+/]+={0,2}/gi;

/**
 * Returns a document in which each picture has an address below `path`, and the pictures in this order. What isn't a picture that may be decoded
 * stays as it is, and what together has too many pixels as well.
 */
function takePictures(html: string, path: string): WithPictures {
  const pictures: Picture[] = [];
  let pixels = 0;
  const replaced = html.replace(dataPicture, (url) => {
    const picture = pictureOf(url);
    if (picture === null) return url;
    pixels += picture.width * picture.height * picture.frames;
    return pixels > maxPicturePixels ? url : `${path}/${pictures.push(picture) - 1}`;
  });
  return { html: replaced, pictures };
}
