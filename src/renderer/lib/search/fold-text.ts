import { machineText } from '#contract/text/machine-text.ts';

/**
 * Returns a text in the form in which searches compare it: without the difference of case and of width, with each letter encoded the same way,
 * and without characters that can't be seen, such as the marks that keep Japanese words on one line.
 */
export function foldText(text: string): string {
  return machineText(text).toLowerCase();
}

/** Returns what leaves rows out of a list, for the message that none is left. */
export function narrowedBy(search: string, isFiltered: boolean): 'search' | 'filter' | 'both' {
  if (search.trim() === '') return 'filter';
  return isFiltered ? 'both' : 'search';
}
