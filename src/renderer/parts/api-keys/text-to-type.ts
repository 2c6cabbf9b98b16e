import { visibleText } from '#contract/text/visible-text.ts';
import { shownTextToType } from '#lib/privacy/shown-text.ts';

/** Longer descriptions, and those that can't be typed easily, are confirmed with the last four characters of a key. */
const easyToType = /^[\x20-\x7e]{1,40}$/;

/** Returns what has to be typed before a key is revoked: its description, or how it ends. */
export function textToType(description: string, lastFour: string): string {
  const text = visibleText(description);
  return easyToType.test(text) ? shownTextToType(text, lastFour) : lastFour;
}
