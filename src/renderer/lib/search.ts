import { literalPattern } from '#contract/text/literal-pattern.ts';
import { machineText } from '#contract/text/machine-text.ts';
import { readAddresses } from './addresses';

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

const id = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Returns the pattern for the service's search of users. Of an address with a name, as in `Ada <ada@example.com>`, it searches the address: no
 * field of a user has both. An ID or an address is searched in narrow characters, and anything else as it is.
 */
export function searchPattern(text: string): string {
  const { addresses, leftOut } = readAddresses(text);
  const [address] = addresses.length === 1 && leftOut.length === 0 ? addresses : [];
  const plain = machineText(text);
  return literalPattern(address ?? (id.test(plain) ? plain : text));
}
