/** Connects the window while the rest of its code is still on its way: the page contains this script (`scripts/lib/bundle/inline-script.mjs`). */

import { topicNames } from '#contract/bridge/topic-initials.ts';
import type { Wire } from '#contract/client.ts';
import { createLateStorage, removeWebRtc, takePageToken, withEarlyReads, withUnlock } from '#data/wire/decorators.ts';
import { createSocketWire, type Socket, type StatefulWire } from '#data/wire/socket-wire.ts';

removeWebRtc(window);

window.latchkeyWire = openWire();

/** Opens the window's connection to the main process, with the calls that every window makes first. */
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

/** Connects, and reads all topics. Call it once. */
function openWire(): StatefulWire {
  return withEarlyReads(withUnlock(pickWire()), topicNames);
}

/** The bridge of a window whose preload exposes it. It lives as long as the window. */
declare global {
  interface Window {
    /** Exposed by the preload script in Electron; absent in a browser tab. */
    readonly latchkey?: Wire;
  }
}

/** Gives the preload's wire the form of one that can be lost. */
function createPreloadWire(bridge: Wire): StatefulWire {
  return {
    call: async (name, input) => {
      try {
        return await bridge.call(name, input);
      } catch {
        return { ok: false, error: { code: 'bridge-lost' } };
      }
    },
    on: (name, listener) => bridge.on(name, listener),
    status: () => 'open',
    onStatus: () => () => {},
    onReconnect: () => () => {},
  };
}
