/** Enables what guards keys, clicks, and drops, once, when it is loaded with the parts of the window. */
import { guardDoubleClicks } from '#lib/keyboard/double-clicks.ts';
import { guardTurns } from '#lib/keyboard/keys-in-turn.ts';
import { refuseDrops } from '#lib/use-file-drop.ts';

guardTurns(window);
guardDoubleClicks(window);
refuseDrops(window);
