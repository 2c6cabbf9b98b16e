/** Connects the window while the rest of its code is still on its way: the page contains this script (`scripts/lib/bundle/inline-script.mjs`). */

import { openWire } from './lib/wire/open-wire';
import { removeWebRtc } from './lib/wire/remove-web-rtc';

removeWebRtc(window);

window.latchkeyWire = openWire();
