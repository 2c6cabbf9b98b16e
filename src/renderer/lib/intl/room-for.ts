/** Letters as wide as they are high, such as those of Japanese. */
const wide = /[\u3000-\u30FF\u3400-\u9FFF\uF900-\uFAFF\uFF00-\uFFEF]/;

/** Width of a usual letter in em, with the widest words of the languages in mind. */
const usualLetter = 0.6;

/** Returns a width, as CSS, in which a text fits on one line with so many pixels around it: columns are as wide in every row, before any is drawn. */
export function roomFor(text: string, pixelsAround: number): string {
  const em = [...text].reduce((sum, letter) => sum + (wide.test(letter) ? 1 : usualLetter), 0);
  return `calc(${Math.round(em * 10) / 10}em + ${pixelsAround}px)`;
}
