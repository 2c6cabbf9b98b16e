/** Returns what leaves rows out of a list, for the message that none is left. */
export function narrowedBy(search: string, isFiltered: boolean): 'search' | 'filter' | 'both' {
  if (search.trim() === '') return 'filter';
  return isFiltered ? 'both' : 'search';
}
