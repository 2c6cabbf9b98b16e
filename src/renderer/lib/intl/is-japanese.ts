/** Whether texts of the locale are Japanese, which has no spaces between words and its own brackets. */
export function isJapanese(locale: string): boolean {
  return /^ja\b/i.test(locale);
}
