/**
 * Addresses that redirect to another one, once. A browser is started with such an address, because the arguments of a program can
 * be read by every user of the machine, and the address meant may contain tokens.
 */
import type { Clock } from '../ports';

export interface GoLinks {
  /** Returns the path that redirects to an address of the web, once within {@link goLinkMillis}. */
  add(target: string): string;
  /** Returns the address of a link by what follows {@link goPath} in its path, and forgets it; null for every other text. */
  take(id: string): string | null;
}

export const goPath = '/latchkey/go/';
export const goLinkMillis = 60_000;
/** Maximum number of unused links; the oldest makes room. */
const maxLinks = 64;

/** Creates an empty set of links. `newId` returns texts that can't be guessed. */
export function createGoLinks(newId: () => string, clock: Pick<Clock, 'monotonic'>): GoLinks {
  const targets = new Map<string, { readonly target: string; readonly expires: number }>();
  return {
    add(target) {
      const id = newId();
      targets.set(id, { target: new URL(target).href, expires: clock.monotonic() + goLinkMillis });
      const [oldest] = targets.keys();
      if (oldest !== undefined && targets.size > maxLinks) targets.delete(oldest);
      return `${goPath}${id}`;
    },
    take(id) {
      const found = targets.get(id);
      targets.delete(id);
      return found !== undefined && clock.monotonic() < found.expires ? found.target : null;
    },
  };
}
