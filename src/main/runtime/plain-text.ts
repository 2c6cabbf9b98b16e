/** Texts of others in dialogs and prompts outside the page. */

/** Maximum characters of such a text. */
const maxTextLength = 120;

/** Returns a text of others without characters that could break lines or change the text direction, cut to a length that fits a dialog. */
export function plainText(text: string): string {
  const characters = [...text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim()];
  return characters.length > maxTextLength ? `${characters.slice(0, maxTextLength).join('')}…` : characters.join('');
}
