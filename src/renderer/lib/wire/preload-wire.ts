/** The bridge of a window whose preload exposes it. It lives as long as the window. */
import type { Wire } from '../../../contract/client';
import type { StatefulWire } from './socket-wire';

declare global {
  interface Window {
    /** Exposed by the preload script in Electron; absent in a browser tab. */
    readonly latchkey?: Wire;
  }
}

/** Gives the preload's wire the form of one that can be lost. */
export function createPreloadWire(bridge: Wire): StatefulWire {
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
