import { readAddresses } from '../lib/text/addresses';

/**
 * Returns the pattern for the service's search of users. It is one of ILIKE (wire/endpoints 4.2): what it takes for wildcards is escaped. Of an
 * address with a name, as in `Ada <ada@example.com>`, it searches the address: no field of a user has both.
 */
export function searchPattern(text: string): string {
  const { addresses, leftOut } = readAddresses(text);
  const [address] = addresses.length === 1 && leftOut.length === 0 ? addresses : [];
  return (address ?? text).replace(/[\\%_]/g, '\\$&');
}
