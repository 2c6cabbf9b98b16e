const ellipsis = '…';

/** Truncates a text to `maxLength` UTF-16 code units, including an ellipsis. Never splits a surrogate pair. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const end = maxLength - ellipsis.length;
  const isHalf = /[\ud800-\udbff]/.test(text.charAt(end - 1));
  return `${text.slice(0, isHalf ? end - 1 : end)}${ellipsis}`;
}
