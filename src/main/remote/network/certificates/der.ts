/** Reads what Node doesn't tell about a certificate from its DER form (RFC 5280 section 4.1). */

export interface CertificateFacts {
  /** The signature algorithm's object identifier, in hexadecimal. */
  readonly signature: string;
  readonly extensions: readonly Extension[];
}

export interface Extension {
  /** Object identifier, in hexadecimal. */
  readonly id: string;
  readonly isCritical: boolean;
  readonly value: Buffer;
}

export interface Element {
  readonly tag: number;
  readonly body: Buffer;
}

const [boolean, identifier, sequence, extensionsTag] = [0x01, 0x06, 0x30, 0xa3];

/** Returns the facts of a certificate; null if its bytes aren't those of one. */
export function readFacts(raw: Buffer): CertificateFacts | null {
  const [whole] = readElements(raw) ?? [];
  const [signed, algorithm] = within(whole, sequence) ?? [];
  const [id] = within(algorithm, sequence) ?? [];
  const parts = within(signed, sequence);
  if (id?.tag !== identifier || parts === null) return null;
  const holder = parts.find(({ tag }) => tag === extensionsTag);
  if (holder === undefined) return { signature: id.body.toString('hex'), extensions: [] };
  const [list] = readElements(holder.body) ?? [];
  const extensions = within(list, sequence)?.map(readExtension);
  if (extensions === undefined || !extensions.every((each) => each !== null)) return null;
  return { signature: id.body.toString('hex'), extensions };
}

/** Returns the elements of DER bytes, one after the other; null if they are damaged. */
export function readElements(bytes: Buffer): Element[] | null {
  const found: Element[] = [];
  let rest = bytes;
  while (rest.length > 0) {
    const [tag = 0, first = 0] = rest;
    const longBytes = first < 0x80 ? 0 : first & 0x7f;
    if (rest.length < 2 + longBytes || longBytes > 4 || first === 0x80) return null;
    const length = longBytes === 0 ? first : rest.readUIntBE(2, longBytes);
    const start = 2 + longBytes;
    if (rest.length < start + length) return null;
    found.push({ tag, body: rest.subarray(start, start + length) });
    rest = rest.subarray(start + length);
  }
  return found;
}

function within(element: Element | undefined, tag: number): Element[] | null {
  return element?.tag === tag ? readElements(element.body) : null;
}

function readExtension(element: Element): Extension | null {
  const [id, ...rest] = within(element, sequence) ?? [];
  const value = rest.at(-1);
  if (id?.tag !== identifier || value === undefined) return null;
  const isCritical = rest.length > 1 && rest[0]?.tag === boolean && rest[0].body[0] !== 0;
  return { id: id.body.toString('hex'), isCritical, value: value.body };
}
