/** Connects the window while the rest of its code is still on its way: the page contains this script (`scripts/lib/bundle/inline-script.mjs`). */
import { openWire } from './lib/wire/open-wire';

window.latchkeyWire = openWire();
