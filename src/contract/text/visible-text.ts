/** Texts as the page shows them, and as users type them. */

/** Characters without a picture. The blank pattern of Braille has no dots. */
const invisible = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\u2800]|(?!\s|\x85)\p{Cc}/gu;
/** A byte order mark is white space as well: taken as either, a text of many would be read in every combination. */
const unseen = `(?:\\s|(?!\\s)(?:${invisible.source}))`;
const unseenAtEnds = new RegExp(`^${unseen}+|(?<!${unseen})${unseen}+$`, 'gu');

/**
 * Returns a text as it can be seen: without characters that have no picture, each run of white space as one space and none at the ends, and
 * letters encoded the same way.
 */
export function visibleText(text: string): string {
  return text
    .replace(invisible, '')
    .replace(/[\s\x85]+/g, ' ')
    .trim()
    .normalize('NFC');
}

/** Returns a text without characters that have no picture. */
export function withoutInvisible(text: string): string {
  return text.replace(invisible, '');
}

/** Returns a text without white space and characters without a picture at its ends. Within it they can have a meaning, as in Persian domains. */
export function trimInvisible(text: string): string {
  return text.replace(unseenAtEnds, '');
}

/** Whether a text was typed as expected, as far as it can be seen. A text of which nothing can be seen can't be typed. */
export function isTyped(typed: string, expected: string): boolean {
  const wanted = visibleText(expected);
  return wanted !== '' && visibleText(typed) === wanted;
}

/** Returns what has to be typed to confirm an action: the name of what it is about, or its ID if nothing of the name can be seen. */
export function nameToType(name: string | null | undefined, id: string): string {
  return visibleText(name ?? '') || id;
}
