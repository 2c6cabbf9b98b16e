/**
 * One-time links that redirect to a target URL. Browsers are started with such a link, because all users of the machine can read
 * the arguments of a process, and the target may contain tokens.
 */
import type { Clock } from '../ports/ports';

export interface GoLinks {
  /** Returns a path that redirects to the target once, within {@link goLinkMillis}. */
  add(target: string): string;
  /** Returns and removes the target of a link; null for an unknown ID. `id` is the part of the path after {@link goPath}. */
  take(id: string): string | null;
}

export const goPath = '/latchkey/go/';
export const goLinkMillis = 60_000;
/** Maximum number of unused links. More remove the oldest one. */
const maxLinks = 64;

interface Link {
  readonly target: string;
  /** Checked in addition to the timer, because timers pause while the machine sleeps. */
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
      // Removed by a timer, because a target may contain secrets.
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
