/** Characters that programs add to what is copied and that can't be seen: of no width, for the direction of a text, or for a line break. */
const characters = '\\u00AD\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u2069\\uFEFF';
const anywhere = new RegExp(`[${characters}]`, 'g');
const atEnds = new RegExp(`^[\\s${characters}]+|[\\s${characters}]+$`, 'g');

/** Returns a text without characters that can't be seen. */
export function withoutInvisible(text: string): string {
  return text.replace(anywhere, '');
}

/** Returns a text without spaces and characters that can't be seen at its ends. Within it they can have a meaning, as in names of Persian domains. */
export function trimInvisible(text: string): string {
  return text.replace(atEnds, '');
}
