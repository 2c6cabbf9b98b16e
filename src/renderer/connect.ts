/** Connects the window while the rest of its code is still on its way: the page contains this script (`scripts/lib/bundle/inline-script.mjs`). */
import { removeWebRtc } from './lib/remove-web-rtc';
import { openWire } from './lib/wire/open-wire';

removeWebRtc(window);

window.latchkeyWire = openWire();
