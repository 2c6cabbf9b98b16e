import { email as emailSchema } from '../../../contract/service/models/fields';

/** Maximum number of addresses in the form. */
export const maxAddresses = 200;

/** Splits text as it is typed or pasted: by commas, semicolons, and white space, with or without names as in `Ada <ada@…>`. */
export function splitAddresses(text: string): readonly string[] {
  // Quoted names may contain a comma, and names without quotes contain spaces: an address in angle brackets stands for both.
  const bracketed = text.replace(/"[^"\n]*"\s*(?=<)/g, ' ').replace(/[^,;\n<>]*<([^<>]*)>/g, ' $1 ');
  return bracketed
    .split(/[\s,;]+/)
    .map((part) => part.replace(/^mailto:/i, ''))
    .filter((part) => part !== '');
}

/** Whether the service takes an address (wire/limits 1). */
export function isAddress(text: string): boolean {
  return emailSchema.safeParse(text).success;
}

interface Added {
  readonly addresses: readonly string[];
  /** Number of addresses left out because the form is full. */
  readonly excess: number;
}

/** Adds the addresses in a text to those in the form, each once whatever its case. */
export function addAddresses(present: readonly string[], text: string): Added {
  const known = new Set(present.map((address) => address.toLowerCase()));
  const added: string[] = [];
  for (const address of splitAddresses(text)) {
    const folded = address.toLowerCase();
    if (known.has(folded)) continue;
    known.add(folded);
    added.push(address);
  }
  const free = Math.max(0, maxAddresses - present.length);
  return { addresses: [...present, ...added.slice(0, free)], excess: Math.max(0, added.length - free) };
}
