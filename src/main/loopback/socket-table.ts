/** The kernel's TCP sockets with their owners: `/proc/net/tcp` and `/proc/net/tcp6` (proc_pid_net(5)). */
import { open } from 'node:fs/promises';
import { endianness } from 'node:os';
import type { AcceptedSocket } from '../ports/ports';

export interface SocketOwner {
  readonly uid: number;
  /** 0 for a socket that its process has closed. The uid is then not meaningful. */
  readonly inode: number;
}

/** The tables of IPv4 sockets and of IPv6 sockets. */
export type TableName = 'tcp' | 'tcp6';

/** Reads a table as text: whole, or until `hasEnough` returns true for the rows of one step. */
export type ReadTable = (name: TableName, hasEnough: (rows: string) => boolean) => Promise<string>;

/** Reads a table of the kernel. Without IPv6, the `tcp6` table is empty. */
export const readSocketTable: ReadTable = async (name, hasEnough) => {
  try {
    return await readPages(`/proc/net/${name}`, hasEnough);
  } catch (thrown) {
    if (name === 'tcp6' && (thrown as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw thrown;
  }
};

/**
 * Reads the file with one buffer. The kernel returns one page at a time, and `readFile` would allocate 64 KiB for each. The last step, which
 * only finds the end, takes almost as long as all others, because the kernel looks for further sockets again.
 */
async function readPages(path: string, hasEnough: (rows: string) => boolean): Promise<string> {
  const file = await open(path);
  try {
    const buffer = Buffer.alloc(16_384);
    let text = '';
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, null);
      if (bytesRead === 0) return text;
      const rows = buffer.toString('latin1', 0, bytesRead);
      text += rows;
      if (hasEnough(rows)) return text;
    }
  } finally {
    await file.close();
  }
}

/** Returns the tables that may list the other end of a connection, the likely one first: IPv6 sockets can connect over IPv4. */
export function tablesOf({ remoteAddress = '' }: AcceptedSocket): readonly TableName[] {
  return remoteAddress.includes(':') && hexForms(remoteAddress).length === 1 ? ['tcp6'] : ['tcp', 'tcp6'];
}

/**
 * Returns a search for the owner of the socket at the other end of a connection; null when the table doesn't list it. The socket has its own
 * row, whose local address is the remote address of `socket`.
 */
export function peerSearch({ localAddress, localPort, remoteAddress, remotePort }: AcceptedSocket): (table: string) => SocketOwner | null {
  if (localAddress === undefined || localPort === undefined || remoteAddress === undefined || remotePort === undefined) return () => null;
  const own = hexForms(localAddress);
  const starts = hexForms(remoteAddress).map((peer, at) => `: ${peer}:${hexPort(remotePort)} ${own[at]}:${hexPort(localPort)} `);
  return (table) => {
    for (const start of starts) {
      const found = table.indexOf(start);
      if (found !== -1) return ownerIn(table.slice(found + start.length, found + start.length + rowLength));
    }
    return null;
  };
}

/** Maximum number of characters from the addresses to the end of the inode in a row. */
const rowLength = 150;

/** Parses `st tx_queue:rx_queue tr:tm->when retrnsmt uid timeout inode`. */
function ownerIn(row: string): SocketOwner | null {
  const [, uid, inode] = /^\w+ \w+:\w+ \w+:\w+ \w+ +(\d+) +\d+ (\d+) /.exec(row) ?? [];
  return uid === undefined || inode === undefined ? null : { uid: Number(uid), inode: Number(inode) };
}

/** Returns an address in the tables' notation: an IPv4 address plain and in its mapped form, an IPv6 address only plain. */
function hexForms(address: string): readonly string[] {
  const bytes = addressBytes(address);
  const isMapped = bytes.subarray(0, 12).equals(mappedPrefix);
  return isMapped ? [hexWords(bytes.subarray(12)), hexWords(bytes)] : [hexWords(bytes)];
}

const mappedPrefix = Buffer.from('00000000000000000000ffff', 'hex');

/** Returns the 16 bytes of an IPv6 address, or of the mapped form of an IPv4 address. */
function addressBytes(address: string): Buffer {
  const text = address.includes(':') ? address : `::ffff:${address}`;
  // The URL parser converts an address to its shortest form, without an IPv4 part.
  const [head = '', tail = ''] = new URL(`http://[${text}]`).hostname.slice(1, -1).split('::').map(hexGroups);
  return Buffer.from(head + tail.padStart(32 - head.length, '0'), 'hex');
}

function hexGroups(text: string): string {
  const groups = text === '' ? [] : text.split(':');
  return groups.map((group) => group.padStart(4, '0')).join('');
}

/** Formats the bytes of an address. The kernel prints its 32-bit words in the byte order of the machine, but ports as numbers. */
function hexWords(bytes: Buffer): string {
  const words = Buffer.from(bytes);
  return (endianness() === 'LE' ? words.swap32() : words).toString('hex').toUpperCase();
}

function hexPort(port: number): string {
  return port.toString(16).toUpperCase().padStart(4, '0');
}
