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

interface Link {
  readonly target: string;
  /** Compared as well, because timers pause while the machine sleeps. */
  readonly expires: number;
  readonly stopTimer: () => void;
}

/** Creates an empty set of links. `newId` returns texts that can't be guessed. */
export function createGoLinks(newId: () => string, clock: Pick<Clock, 'monotonic' | 'after'>): GoLinks {
  const links = new Map<string, Link>();
  const forget = (id: string) => {
    links.get(id)?.stopTimer();
    links.delete(id);
  };
  return {
    add(target) {
      const id = newId();
      const { href } = new URL(target);
      // A target may contain secrets: it isn't kept longer than it can be used.
      links.set(id, { target: href, expires: clock.monotonic() + goLinkMillis, stopTimer: clock.after(goLinkMillis, () => forget(id)) });
      const [oldest] = links.keys();
      if (oldest !== undefined && links.size > maxLinks) forget(oldest);
      return `${goPath}${id}`;
    },
    take(id) {
      const found = links.get(id);
      forget(id);
      return found !== undefined && clock.monotonic() < found.expires ? found.target : null;
    },
  };
}
