/** Documents that windows show in a frame: HTML that others wrote, without scripts, network, and navigation. */

import type { Bridge } from '../../contract/bridge/index';
import { previewPath } from '../../contract/email-template/previews';
import type { Handlers } from '../../contract/kit';
import type { Picture } from '../../contract/pictures/picture';
import type { Caller } from '../runtime/caller';
import { takePictures, type WithPictures } from './preview-pictures';

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
