/** Opens the window's connection to the main process, with the calls that every window makes first. */
import { withEarlyReads } from './early-reads';
import { createLateStorage } from './late-storage';
import { takePageToken } from './page-token';
import { createPreloadWire } from './preload-wire';
import { createSocketWire, type Socket, type StatefulWire } from './socket-wire';
import { startReads } from './start-reads';
import { withUnlock } from './with-unlock';

function pickWire(): StatefulWire {
  if (window.latchkey !== undefined) return createPreloadWire(window.latchkey);
  const scheme = window.location.protocol === 'https:' ? 'wss' : 'ws';
  const delay = (run: () => void, millis: number) => setTimeout(run, millis);
  return createSocketWire({
    open: () => new WebSocket(`${scheme}://${window.location.host}/bridge`) as Socket,
    token: takePageToken(window.location, window.history),
    storage: createLateStorage({ storage: () => sessionStorage, delay, onLeave: (run) => addEventListener('pagehide', run) }),
    delay,
    reload() {
      // The browser would ask about unsaved changes of what is deleted, and a page that stays gets no replies.
      window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
      // What the address names may be deleted.
      window.history.replaceState(null, '', window.location.pathname);
      window.location.reload();
    },
  });
}

/** Connects, and sends the calls of `startReads`. Call it once. */
export function openWire(): StatefulWire {
  return withEarlyReads(withUnlock(pickWire()), startReads);
}
