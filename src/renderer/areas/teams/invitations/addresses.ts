import { email } from '#contract/service/models/fields.ts';
import { readAddresses } from '#lib/addresses.ts';

/** Maximum number of addresses in the form. */
export const maxAddresses = 200;

/** Whether the service takes an address (wire/limits 1). */
export function isAddress(text: string): boolean {
  return email.safeParse(text).success;
}

export interface AddedAddresses {
  readonly addresses: readonly string[];
  /** Number of addresses left out because the form is full. */
  readonly excess: number;
  /** What was in the text beside addresses. */
  readonly leftOut: readonly string[];
}

/**
 * Adds the addresses in a text to those in the form, each once whatever its case. The words of a text without any address are added as they are:
 * an address was meant, and can be corrected.
 */
export function addAddresses(present: readonly string[], text: string): AddedAddresses {
  const read = readAddresses(text);
  const isMeant = read.addresses.length === 0;
  const known = new Set(present.map((address) => address.toLowerCase()));
  const added: string[] = [];
  for (const address of isMeant ? read.leftOut : read.addresses) {
    const folded = address.toLowerCase();
    if (known.has(folded)) continue;
    known.add(folded);
    added.push(address);
  }
  const free = Math.max(0, maxAddresses - present.length);
  return {
    addresses: [...present, ...added.slice(0, free)],
    excess: Math.max(0, added.length - free),
    leftOut: isMeant ? [] : read.leftOut,
  };
}

/** Returns the addresses with those first that have to be corrected, because a long list shows only its start. */
export function invalidFirst(addresses: readonly string[]): readonly string[] {
  return [...addresses].sort((one, other) => Number(isAddress(one)) - Number(isAddress(other)));
}
