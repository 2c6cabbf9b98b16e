/** The window's connection to the main process. */
import type { StatefulWire } from './socket-wire';

declare global {
  interface Window {
    /** Set by `connect.ts`, which runs before all other code. */
    latchkeyWire?: StatefulWire;
  }
}

function takeWire(): StatefulWire {
  const { latchkeyWire } = window;
  if (latchkeyWire === undefined) throw new Error('The script that connects the window has not run.');
  delete window.latchkeyWire;
  return latchkeyWire;
}

export const wire = takeWire();
