/** Recognizes IP addresses that have no location, because they aren't on the internet. */

type Range = readonly [first: readonly number[], bits: number];

/** Loopback, private, link-local, and shared addresses of carriers (CGNAT), and those of “this host” (RFC 6890). */
const ranges4: readonly Range[] = [
  [[0], 8],
  [[10], 8],
  [[100, 64], 10],
  [[127], 8],
  [[169, 254], 16],
  [[172, 16], 12],
  [[192, 168], 16],
];

/** Unique local and link-local addresses. */
const ranges6: readonly Range[] = [
  [[0xfc, 0], 7],
  [[0xfe, 0x80], 10],
];

/** Returns whether an address is of this computer or its own network: IPv4, IPv6, or IPv4 in IPv6. False for any other text. */
export function isLocalAddress(ip: string): boolean {
  const bytes = bytesOf(ip);
  if (bytes === null) return false;
  if (bytes.length === 4) return isIn(ranges4, bytes);
  if (isMapped(bytes)) return isIn(ranges4, bytes.slice(12));
  const isUnspecifiedOrLoopback = bytes.slice(0, 15).every((byte) => byte === 0) && (bytes[15] ?? 0) <= 1;
  return isUnspecifiedOrLoopback || isIn(ranges6, bytes);
}

const fourParts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;

function bytesOf(ip: string): number[] | null {
  const parts = fourParts.exec(ip);
  if (parts === null) return bytesOf6(ip);
  const bytes = parts.slice(1).map(Number);
  return bytes.every((byte) => byte <= 255) ? bytes : null;
}

/** Lets `URL` parse the address, which returns it in its shortest form, without dots. */
function bytesOf6(ip: string): number[] | null {
  const [address = ''] = ip.split('%');
  const url = `http://[${address}]/`;
  if (!address.includes(':') || /[^\da-f:.]/i.test(address) || !URL.canParse(url)) return null;
  const [before = '', after] = new URL(url).hostname.slice(1, -1).split('::');
  const [first, last] = [groupsOf(before), groupsOf(after ?? '')];
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => 0);
  return [...first, ...zeros, ...last].flatMap((group) => [group >> 8, group & 0xff]);
}

function groupsOf(text: string): number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
}

/** An IPv4 address as `::ffff:a.b.c.d`. */
function isMapped(bytes: readonly number[]): boolean {
  return bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 0xff && bytes[11] === 0xff;
}

function isIn(ranges: readonly Range[], bytes: readonly number[]): boolean {
  return ranges.some(([first, bits]) => first.every((byte, at) => hasPrefix(bytes[at] ?? 0, byte, bits - at * 8)));
}

function hasPrefix(byte: number, expected: number, bits: number): boolean {
  const unused = Math.max(8 - bits, 0);
  return byte >> unused === expected >> unused;
}
