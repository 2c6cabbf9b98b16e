/** Documents that windows show in a frame: HTML that others wrote, without scripts, network, and navigation. */

import type { Bridge } from '../../contract/bridge/index';
import { previewPath } from '../../contract/email-template/previews';
import type { Handlers } from '../../contract/kit';
import type { Caller } from '../runtime/caller';

export interface Previews {
  /** Returns the document at a path; null if there is none. */
  read(path: string): string | null;
  /** Deletes the documents of a window that was closed. */
  forgetWindow(windowId: string): void;
  readonly handlers: Pick<Handlers<Bridge, Caller>, 'previews'>;
}

/** Documents that are kept for each window: one that is shown, and some while it is replaced. */
const keptPerWindow = 8;

/** Creates the previews, kept in memory. `newId` returns texts that can't be guessed. */
export function createPreviews(newId: () => string): Previews {
  const byWindow = new Map<string, Map<string, string>>();

  const keep = (windowId: string, html: string): string => {
    const own = byWindow.get(windowId) ?? new Map<string, string>();
    byWindow.set(windowId, own);
    const path = `${previewPath}${newId()}`;
    own.set(path, inertDocument(html));
    const [oldest] = own.keys();
    if (own.size > keptPerWindow && oldest !== undefined) own.delete(oldest);
    return path;
  };

  return {
    read(path) {
      for (const own of byWindow.values()) {
        const html = own.get(path);
        if (html !== undefined) return html;
      }
      return null;
    },
    forgetWindow: (windowId) => void byWindow.delete(windowId),
    handlers: { previews: { show: async ({ html }, { windowId }) => ({ path: keep(windowId, html) }) } },
  };
}

/**
 * Returns a document whose links open nowhere, because its frame must not open windows. Elements that look up or connect to other hosts
 * without loading anything, which no policy prevents, become elements without a meaning. Nothing is removed, so nothing can come together.
 */
export function inertDocument(html: string): string {
  const inert = html.replace(/<(link|meta|base)(?=[\s/>])/gi, '<param');
  return `<!doctype html><meta charset="utf-8"><base target="_blank">${inert}`;
}
