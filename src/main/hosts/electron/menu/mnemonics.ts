/** Mnemonics: the letters that choose an item of an open menu on Windows and Linux. macOS has none. */
import type { MenuItemConstructorOptions } from 'electron';

type Item = MenuItemConstructorOptions;

/**
 * Marks a letter of each label, unique in its menu: the first letter of a word where possible. Labels without Latin letters get the letter
 * of the item's English label in parentheses, as is usual in Japanese. `english` is the same menu in English. Items with a colon in their
 * ID have names given by users and are left as they are.
 */
export function withMnemonics(items: readonly Item[], english: readonly Item[]): Item[] {
  const labels = items.map((item, at) => (isMarked(item) ? lettersOf(item.label ?? '', english[at]?.label ?? '') : null));
  const chosen = chooseLetters(labels);
  return items.map((item, at) => {
    const letter = chosen[at];
    const label = letter === undefined || item.label === undefined ? item.label : mark(item.label, letter);
    const own = label === undefined ? item : { ...item, label };
    const { submenu } = item;
    return Array.isArray(submenu) ? { ...own, submenu: withMnemonics(submenu, submenuOf(english[at])) } : own;
  });
}

/** Returns a user's text as a label, in which `&` doesn't mark a letter. */
export function plainLabel(text: string): string {
  return text.replaceAll('&', '&&');
}

function submenuOf(item: Item | undefined): readonly Item[] {
  return Array.isArray(item?.submenu) ? item.submenu : [];
}

function isMarked({ id, label, visible }: Item): boolean {
  return label !== undefined && visible !== false && !id?.includes(':');
}

/** Returns the letters that an item can have, the best first. */
function lettersOf(label: string, english: string): readonly string[] {
  const text = /[a-z]/i.test(label) ? label : english;
  const initials = [...text.matchAll(/(?<![\p{L}\d])[a-z\d]/giu)].map(([letter]) => letter);
  return [...new Set([...initials, ...(text.match(/[a-z]/gi) ?? [])].map((letter) => letter.toUpperCase()))];
}

/** Returns a letter for each item: first for those that can have their best one, in order. Items of which all letters are taken get none. */
function chooseLetters(candidates: readonly (readonly string[] | null)[]): (string | undefined)[] {
  const taken = new Set<string>();
  const chosen: (string | undefined)[] = candidates.map(() => undefined);
  const take = (at: number, letter: string | undefined) => {
    if (letter === undefined || chosen[at] !== undefined || taken.has(letter)) return;
    taken.add(letter);
    chosen[at] = letter;
  };
  candidates.forEach((letters, at) => {
    take(at, letters?.[0]);
  });
  candidates.forEach((letters, at) => {
    take(
      at,
      letters?.find((letter) => !taken.has(letter)),
    );
  });
  return chosen;
}

function mark(label: string, letter: string): string {
  const at = positionOf(label, letter);
  if (at !== -1) return `${label.slice(0, at)}&${label.slice(at)}`;
  const [, name = label, end = ''] = /^(.*?)(…?)$/.exec(label) ?? [];
  return `${name}(&${letter})${end}`;
}

/** Returns where to mark the letter: at the start of a word, else anywhere; -1 if the label doesn't contain it. */
function positionOf(label: string, letter: string): number {
  const atStart = label.search(new RegExp(`(?<![\\p{L}\\d])${letter}`, 'iu'));
  if (atStart !== -1 || !/[a-z]/i.test(label)) return atStart;
  return label.toUpperCase().indexOf(letter);
}
